/**
 * The JSON schema of an entry's attributes. It validates each value by itself and requires none: which members are
 * required depends on the operation and is decided in `check.ts`.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { isCountry } from './countries.ts'
import { toMinorUnits } from './decimals.ts'
import {
  CAPACITY_UNITS,
  CURRENCIES,
  LENGTH_UNITS,
  OPTION_NAMES,
  TAGS,
  TEMPERATURES,
  USUAL_UNITS,
  WEIGHT_UNITS,
} from './enumerations.ts'

/** The largest quantity or amount that a client may send: a 32-bit integer, so that sums are exact. */
export const MAX_INTEGER = 2_147_483_647

export const country = (description: string) =>
  Type.Refine(
    Type.String({
      pattern: '^[A-Z]{2}$',
      expected: 'a country code of ISO 3166-1 such as BE',
      description: `${description}, a code of ISO 3166-1.`,
      examples: ['BE'],
    }),
    isCountry,
    () => 'must be a country code of ISO 3166-1',
  )

export const percent = (example: number, description: string) =>
  Type.Number({ minimum: 0, maximum: 100, examples: [example], description })

/** Names, skus and ids are indexed, and index entries are limited in size. */
export const MAX_NAME = 255
/** About ten printed pages; a longer text was probably pasted by mistake. */
const MAX_DESCRIPTION = 50_000
const MIN_DESCRIPTION = 30
const MAX_URL = 2_000
const MAX_IMAGES = 100
/** More variants than a retailer could compare. */
export const MAX_VARIANTS = 1_000
const MAX_MEASURE = 1_000_000
const IAN_LENGTH = 13

export const ownName = (example: string, description: string) =>
  Type.String({
    pattern: '\\S',
    maxLength: MAX_NAME,
    expected: `a text of 1 to ${MAX_NAME} characters`,
    description,
    examples: [example],
  })

const amount = (example: number, description: string) =>
  Type.Refine(
    Type.Union([Type.Number(), Type.String()], {
      expected: `an amount such as 6.5, from 0 to ${MAX_INTEGER / 100}, with at most two decimals`,
      description,
      examples: [example],
    }),
    (value) => (toMinorUnits(value) ?? Number.POSITIVE_INFINITY) <= MAX_INTEGER,
    () => 'must be an amount',
  )

const integer = (minimum: number, maximum: number, example: number, description: string) =>
  Type.Integer({ minimum, maximum, examples: [example], description })

const pictureUrl = (description: string) =>
  Type.Refine(
    Type.String({
      maxLength: MAX_URL,
      format: 'uri',
      expected: `a web address of at most ${MAX_URL} characters that begins with https:// or http://`,
      examples: ['https://img.example.test/204.jpg'],
      description,
    }),
    isWebAddress,
    () => 'must be a web address',
  )

/** Validates the syntax only. `images/` fetches the address, through the checks for outbound requests. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const images = (description: string) =>
  Type.Array(
    Type.Object({
      order: integer(1, 10_000, 2, 'Its place among the images, lower first.'),
      url: pictureUrl('Where the image is.'),
    }),
    { maxItems: MAX_IMAGES, description },
  )

const measure = (example: number, description: string) =>
  Type.Number({ minimum: 0, maximum: MAX_MEASURE, examples: [example], description })
const unit = (units: readonly string[], usual: string) =>
  Type.Enum([...units], { description: `What the numbers count; \`${usual}\` when left out.` })

const shape = Type.Object(
  optional({
    dimensions: Type.Object(
      optional({
        unit_code: unit(LENGTH_UNITS, USUAL_UNITS.dimensions),
        width: measure(7, 'From left to right.'),
        height: measure(15, 'From bottom to top.'),
        length: measure(7, 'From front to back.'),
      }),
      { description: 'Its size.' },
    ),
    capacity: Type.Object(
      optional({
        unit_code: unit(CAPACITY_UNITS, USUAL_UNITS.capacity),
        amount: measure(0.25, 'How much.'),
      }),
      { description: 'How much it holds.' },
    ),
    weight: Type.Object(
      optional({ unit_code: unit(WEIGHT_UNITS, USUAL_UNITS.weight), amount: measure(0.48, 'How much.') }),
      { description: 'Its weight without packaging.' },
    ),
  }),
  { description: 'Size, capacity and weight; nothing of it is required.' },
)

const discountRate = percent(10, 'Discount in percent; on the product it is shown as a fraction.')

const variant = Type.Object(
  optional({
    sku: ownName('TF-204-W', "The brand's own article number."),
    external_id: ownName('TF-204-W', "The brand's own name of the variant."),
    ian: Type.String({
      minLength: IAN_LENGTH,
      maxLength: IAN_LENGTH,
      expected: `a text of exactly ${IAN_LENGTH} characters`,
      examples: ['4006381333931'],
      description: 'International article number: 13 characters. A check digit is not verified.',
    }),
    stock_quantity: integer(0, MAX_INTEGER, 80, 'Packs on hand; not looked at when it is always in stock.'),
    is_always_in_stock: Type.Boolean({ description: 'Whether stock is not counted.' }),
    inventory_policy: Type.Enum(['deny', 'continue'], {
      description: 'Whether to refuse orders beyond what is available; stays as it is when left out.',
    }),
    discount_rate: discountRate,
    retail_price: amount(13, 'Suggested shelf price; that of the product when left out.'),
    wholesale_price: amount(6.5, 'Wholesale price; that of the product when left out.'),
    shape_properties: shape,
    options: Type.Array(
      Type.Object({
        name: Type.Enum([...OPTION_NAMES], { description: 'What kind of choice it is.' }),
        value: ownName('Ochre', 'The choice.'),
      }),
      {
        maxItems: OPTION_NAMES.length,
        description: 'What distinguishes it from the other variants; required when the entry has several.',
      },
    ),
    images: images('Shown after those of the product.'),
  }),
)

export const attributesSchema = Type.Object(
  optional({
    external_id: ownName('TF-204', "The brand's own name of the product; the id of the entry when left out."),
    name: ownName('Linen wick tealight', 'What it is called.'),
    description: Type.String({
      minLength: MIN_DESCRIPTION,
      maxLength: MAX_DESCRIPTION,
      examples: ['Set of twelve tealights with linen wicks, unscented.'],
      description: 'What there is to say of it.',
    }),
    currency: Type.Enum([...CURRENCIES], { description: "Currency of the prices: the brand's own." }),
    wholesale_price: amount(6.5, 'Wholesale price of a piece, for variants without their own.'),
    retail_price: amount(13, 'Suggested shelf price of a piece, for variants without their own.'),
    vat_rate: percent(20, 'VAT in percent.'),
    discount_rate: discountRate,
    unit_multiplier: integer(1, MAX_INTEGER, 4, 'Pieces in one pack.'),
    main_image: pictureUrl('The first image.'),
    images: images('Further images. The first place is that of the main image.'),
    tags: Type.Array(Type.Enum([...TAGS]), { description: 'Marks.', examples: [['tags_vegan']] }),
    hs_code: ownName('340600', 'Number of customs.'),
    made_in_country: country('Where it is made'),
    shelf_life_days: integer(1, 32_767, 180, 'How long it keeps, in days.'),
    storage_temperature: Type.Enum([...TEMPERATURES], { description: 'How it has to be kept.' }),
    shape_properties: shape,
    variants: Type.Array(variant, {
      minItems: 1,
      maxItems: MAX_VARIANTS,
      description: 'The choices; a product without choices has one.',
    }),
  }),
)

/** The attributes of an entry that passed the schema. */
export type Attributes = Static<typeof attributesSchema>
export type VariantAttributes = NonNullable<Attributes['variants']>[number]
export type Shape = Static<typeof shape>

function optional<const Members extends Record<string, TSchema>>(members: Members) {
  const entries = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as {
    [Name in keyof Members]: ReturnType<typeof Type.Optional<Members[Name]>>
  }
}
