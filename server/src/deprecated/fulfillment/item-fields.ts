/** The attributes of an item declaration, validated with the limits of the specification. */
import { type Static, type TSchema, Type } from 'typebox'
import { percent, text, uuid } from '../../domain/fields.ts'
import type { ItemDeclaration } from './warehouse/items.ts'

const flag = (description: string) => Type.Boolean({ examples: [false], description })
const whole = (minimum: number, maximum: number, example: number, description: string) =>
  Type.Integer({ minimum, maximum, examples: [example], description })

/** Upper limits that no real item reaches. */
const MAX_UNITS = 100_000
const MAX_DAYS = 36_500
/** The maximum cost of a unit, in minor units. */
const MAX_COST = 1_000_000_000

export const itemFields = {
  barcode: Type.String({
    pattern: '^\\d{13,14}$',
    expected: 'a barcode of 13 or 14 digits',
    examples: ['4006381333931'],
    description: 'The barcode on a batch.',
  }),
  unitsPerBatch: whole(1, MAX_UNITS, 6, 'Pieces in a batch.'),
  unitCost: Type.Number({
    minimum: 1,
    maximum: MAX_COST,
    examples: [540],
    description: 'What a piece costs you, in minor units of your currency.',
  }),
  unitCostMargin: percent(40, 'Percent of the wholesale price that are not cost, for the insurance.'),
  sku: text(200, 'BWX-OCH', 'Your name of it.'),
  productName: text(500, 'Beeswax pillar / ochre', 'What it is called.'),
  categoryName: text(200, 'Candles', 'What kind of goods it is.'),
  classificationCode: text(50, '3406000000', 'Code of the customs.'),
  expiryTracked: flag('Whether batches expire.'),
  lotTracked: flag('Whether batches have lot numbers.'),
  shelfLife: whole(0, MAX_DAYS, 60, 'Days that a batch must still be good for when it is sent.'),
  isFragile: flag('Whether it breaks.'),
  isOrganic: flag('Whether it is organic.'),
  needRepack: flag('Whether the warehouse packs it anew.'),
  needRelabel: flag('Whether the warehouse labels it anew.'),
  alcoholCode: whole(1, 11, 3, 'Kind of alcohol.'),
  alcoholPercentage: percent(12, 'Alcohol by volume, in percent.'),
  volumeOfLiquidPerPack: Type.Number({
    minimum: 0,
    maximum: 100,
    examples: [0.75],
    description: 'Litres of liquid in a pack.',
  }),
  icpeCode: whole(1000, 4999, 1510, 'Code of what is dangerous to store.'),
}

const COLUMNS = {
  barcode: 'barcode',
  unitsPerBatch: 'units_per_batch',
  unitCost: 'unit_cost',
  unitCostMargin: 'unit_cost_margin',
  sku: 'sku',
  productName: 'product_name',
  categoryName: 'category_name',
  classificationCode: 'classification_code',
  expiryTracked: 'expiry_tracked',
  lotTracked: 'lot_tracked',
  shelfLife: 'shelf_life_days',
  isFragile: 'is_fragile',
  isOrganic: 'is_organic',
  needRepack: 'need_repack',
  needRelabel: 'need_relabel',
  alcoholCode: 'alcohol_code',
  alcoholPercentage: 'alcohol_percentage',
  volumeOfLiquidPerPack: 'liquid_litres_per_pack',
  icpeCode: 'icpe_code',
} as const satisfies Record<keyof typeof itemFields, keyof ItemDeclaration>

type ItemAttributes = { [Name in keyof typeof itemFields]?: Static<(typeof itemFields)[Name]> | undefined }

export function declarationOf(given: ItemAttributes): ItemDeclaration {
  const named = Object.entries(COLUMNS).filter(([name]) => given[name as keyof ItemAttributes] !== undefined)
  return Object.fromEntries(
    named.map(([name, column]) => [column, given[name as keyof ItemAttributes]]),
  ) as ItemDeclaration
}

/** Makes all fields optional except the required ones. */
const partly = <const Required extends keyof typeof itemFields>(required: readonly Required[]) => {
  const isRequired = (name: string) => (required as readonly string[]).includes(name)
  const members = Object.entries(itemFields).map(([name, schema]): [string, TSchema] => [
    name,
    isRequired(name) ? schema : Type.Optional(schema),
  ])
  return Object.fromEntries(members) as {
    [Name in keyof typeof itemFields]: Name extends Required
      ? (typeof itemFields)[Name]
      : ReturnType<typeof Type.Optional<(typeof itemFields)[Name]>>
  }
}

export const declareBody = Type.Object({ data: Type.Object(partly(['barcode', 'unitCost'])) })

export const updateBody = Type.Object({ data: Type.Object(partly([])) })

export const createItemBody = Type.Object({
  data: Type.Object({
    ...partly([
      'barcode',
      'unitsPerBatch',
      'unitCost',
      'unitCostMargin',
      'sku',
      'productName',
      'categoryName',
    ]),
    productVariantId: uuid('What it is of.'),
  }),
})
