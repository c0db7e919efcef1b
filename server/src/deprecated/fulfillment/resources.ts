/** The resources of the warehouse and of replenishments. */
import { attribute, instantSeconds, nullable, resource, toMany, toOne } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, idAttribute, textAttribute, updatedAt } from '../../domain/attributes.ts'
import { country, uuid } from '../../domain/fields.ts'
import { itemFields as item } from './item-fields.ts'
import { REPLENISHMENT_STATUSES, type ReplenishmentRow } from './replenishments/queries.ts'
import { referenceOf } from './replenishments/sending.ts'
import { formatInstant } from './shared.ts'
import type { BundleRow } from './warehouse/bundles.ts'
import type { EnrolmentRow, WarehouseRow } from './warehouse/enrolments.ts'
import type { FulfillableRow } from './warehouse/fulfillables.ts'
import type { ItemRow } from './warehouse/items.ts'
import type { WarehouseLotRow } from './warehouse/lots.ts'

const count = (example: number) => Type.Integer({ examples: [example] })

export const itemStatus = Type.Enum(['created', 'pending', 'pending_measurements', 'synced'], {
  description: 'How far the warehouse got with it: `synced` is all the way.',
})

export const fulfillmentItem = resource<ItemRow>()({
  name: 'fulfillmentItem',
  type: 'fulfillment-items',
  description: 'What the warehouse handles: batches of one variant.',
  attributes: {
    productVariantId: idAttribute('variant_id', 'What it is of.'),
    referenceId: attribute(Type.String({ examples: ['I_10001'] }), ({ reference }) => `I_${reference}`, {
      description: 'What people call it.',
    }),
    status: attribute(itemStatus, 'status'),
    barcode: attribute(item.barcode, 'barcode'),
    sku: attribute(item.sku, 'sku'),
    productName: attribute(item.productName, 'product_name'),
    categoryName: attribute(nullable(item.categoryName), 'category_name'),
    unitsPerBatch: attribute(item.unitsPerBatch, 'units_per_batch'),
    unitCost: attribute(item.unitCost, 'unit_cost'),
    unitCostMargin: attribute(item.unitCostMargin, 'unit_cost_margin'),
    classificationCode: attribute(nullable(item.classificationCode), 'classification_code'),
    expiryTracked: attribute(item.expiryTracked, 'expiry_tracked'),
    lotTracked: attribute(item.lotTracked, 'lot_tracked'),
    shelfLife: attribute(nullable(item.shelfLife), 'shelf_life_days'),
    isFragile: attribute(item.isFragile, 'is_fragile'),
    isOrganic: attribute(item.isOrganic, 'is_organic'),
    needRepack: attribute(item.needRepack, 'need_repack'),
    needRelabel: attribute(item.needRelabel, 'need_relabel'),
    alcoholCode: attribute(nullable(item.alcoholCode), 'alcohol_code'),
    alcoholPercentage: attribute(nullable(item.alcoholPercentage), 'alcohol_percentage'),
    volumeOfLiquidPerPack: attribute(nullable(item.volumeOfLiquidPerPack), 'liquid_litres_per_pack'),
    icpeCode: attribute(nullable(item.icpeCode), 'icpe_code'),
    packingRules: attribute(
      nullable(Type.Record(Type.String(), Type.Unknown(), { examples: [{ maxPerBox: 6 }] })),
      'packing_rules',
      { description: 'How the warehouse packs it; null until it has said so.' },
    ),
    expectedStockForDays: attribute(nullable(count(42)), 'expected_stock_for_days', {
      description:
        'For how many days the stock lasts at the pace of the last 30; null when nothing was sent, and in `included`.',
    }),
    createdAt: createdAt(instantSeconds),
    updatedAt: updatedAt(instantSeconds),
  },
})

export const fulfillmentLot = resource<WarehouseLotRow>()({
  name: 'fulfillmentLot',
  type: 'fulfillment-lots',
  description: 'Batches of an item that came together.',
  attributes: {
    fulfillmentItemId: idAttribute('item_id', 'What they are batches of.'),
    availableQuantity: attribute(count(40), 'available', {
      description: 'Batches that can be sent; none once they have expired.',
    }),
    expiryDate: attribute(nullable(instantSeconds), 'expires_at', {
      description: 'Until when they are good; null when they do not expire.',
    }),
    sellByDate: attribute(nullable(instantSeconds), 'sell_by_at', {
      description: 'The last moment at which they may serve an order; null when there is none.',
    }),
    lotNumber: textAttribute('L-2601', 'lot_number', 'Number of the maker, or of the replenishment.'),
  },
  relationships: { fulfillmentItem: toOne('fulfillmentItem', 'item_id') },
})

export const fulfillable = resource<FulfillableRow>()({
  name: 'fulfillable',
  type: 'fulfillment-fulfillables',
  description: 'What an ordered variant is made of: one item, or as a bundle several.',
  attributes: {
    fulfillableId: idAttribute('id', 'Its id, as the variant has it.'),
    batchQuantity: attribute(count(20), 'batch_quantity', { description: 'Batches that can be sent now.' }),
    unitQuantity: attribute(count(120), 'unit_quantity', {
      description: 'The same in pieces; divided by `batchQuantity` it is the size of a batch.',
    }),
  },
  relationships: {
    item: toOne('fulfillmentItem', 'item_id'),
    lots: toMany('fulfillmentLot', { by: 'lotsOfFulfillables', parent: 'fulfillable_id' }),
  },
})

export const fulfillmentBundle = resource<BundleRow>()({
  name: 'fulfillmentBundle',
  type: 'fulfillment-bundle',
  description: 'A variant that is made of several items.',
  attributes: {
    productVariantId: idAttribute('variant_id', 'What is ordered.'),
    items: attribute(
      Type.Array(
        Type.Object({
          fulfillmentItemId: uuid('A part of it.'),
          quantity: Type.Integer({ minimum: 1, examples: [2], description: 'Batches of it in one.' }),
        }),
      ),
      'items',
      { description: 'What it is made of.' },
    ),
  },
})

export const warehouse = resource<WarehouseRow>()({
  name: 'warehouse',
  type: 'warehouses',
  description: 'Where goods of brands lie.',
  attributes: {
    name: textAttribute('Hall Mechelen', 'name', 'What it is called.'),
    countryCode: attribute(country('Where it stands'), 'country_code'),
    createdAt: createdAt(instantSeconds),
  },
})

/** The identity of a brand at the warehouses. */
export const fulfillmentBrand = resource<{ id: string; brand_id: string }>()({
  name: 'fulfillmentBrand',
  type: 'fulfillment-brands',
  description: 'A brand, as warehouses know it.',
  attributes: { brandId: idAttribute('brand_id', 'The brand.') },
})

export const enrolment = resource<EnrolmentRow>()({
  name: 'fulfillmentEnrolment',
  type: 'fulfillment-enrolments',
  description: 'That the goods of a brand lie in a warehouse. It has the id of the brand.',
  attributes: {
    brandId: idAttribute('brand_id', 'The brand.'),
    fulfillmentBrandId: idAttribute('fulfillment_brand_id', 'What warehouses call it.'),
    warehouseId: idAttribute('warehouse_id', 'Where its goods lie.'),
    countryCodes: attribute(Type.Array(country('Country')), 'country_codes', {
      description: 'Where the warehouse may send them.',
    }),
    isTransferring: attribute(Type.Boolean({ examples: [false] }), 'is_transferring', {
      description: 'Whether they are on the way to another warehouse and cannot be picked.',
    }),
    enrolledAt: attribute(instantSeconds, 'enrolled_at', { description: 'Since when.' }),
    endedAt: attribute(nullable(instantSeconds), 'ended_at', {
      description: 'When it left; null while it is enrolled.',
    }),
  },
})

export const replenishmentStatus = Type.Enum([...REPLENISHMENT_STATUSES], {
  title: 'ReplenishmentStatus',
  description:
    '`created`: a draft; `confirmed` by you; `sent`: the warehouse knows of it; `delivered`: it stands at its door; `received`: it is in stock.',
})

/** The statuses that a brand may request for the batches of a replenishment. */
export const ANNOUNCED_STATUSES = [
  'available',
  'blocked',
  'incoming',
  'qualityControl',
  'reserved',
  'damaged',
] as const

const receipt = Type.Object({
  receiptId: uuid('Id of the receipt.'),
  receivedAt: Type.String({ format: 'date-time', description: 'When the boxes were opened.' }),
  items: Type.Array(
    Type.Object({
      fulfillmentItemId: uuid('What was found.'),
      quantity: Type.Integer({ examples: [24], description: 'How many batches.' }),
      status: Type.String({ examples: ['available'], description: 'In which condition.' }),
      lotNumber: Type.String({ examples: ['L-2601'], description: 'The lot that they are now part of.' }),
      expiryDate: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'Until when they are good.',
      }),
    }),
    { description: 'What was found.' },
  ),
})

export const replenishment = resource<ReplenishmentRow>()({
  name: 'replenishment',
  type: 'replenishments',
  description: 'Goods on their way to the warehouse.',
  attributes: {
    brandId: attribute(nullable(count(731)), 'legacy_brand_id', {
      deprecated: true,
      description: 'The number that was sent, if any. It means nothing; `fulfillmentBrandId` is the brand.',
    }),
    fulfillmentBrandId: idAttribute('fulfillment_brand_id', 'Your brand, as warehouses know it.'),
    warehouseId: idAttribute('warehouse_id', 'Where the goods go.'),
    shippingCarrierName: textAttribute('Northline', 'carrier_name', 'Who carries them.'),
    shipmentType: attribute(Type.Enum(['', 'LTL', 'FTL', 'PARCEL']), 'shipment_type', {
      description: 'Part of a lorry, a whole one, parcels, or empty while it is not decided.',
    }),
    items: attribute(
      Type.Array(
        Type.Object({
          fulfillmentItemId: uuid('What comes.'),
          quantity: Type.Integer({ minimum: 1, examples: [24], description: 'How many batches.' }),
          status: Type.Enum([...ANNOUNCED_STATUSES], {
            description: 'What they are to be once they are there.',
          }),
        }),
      ),
      'items',
      { description: 'What comes, as it was announced.' },
    ),
    reference: attribute(Type.String({ examples: ['R_10001'] }), referenceOf, {
      description: 'What people call it, and the ledger.',
    }),
    status: attribute(replenishmentStatus, 'status'),
    createdAt: createdAt(instantSeconds),
    submittedAt: attribute(nullable(instantSeconds), 'confirmed_at', {
      description: 'When you confirmed it; null before.',
    }),
    confirmedAt: attribute(nullable(instantSeconds), 'confirmed_at', { description: 'The same moment.' }),
    deliveredAt: attribute(nullable(instantSeconds), 'delivered_at', {
      description: 'When it came to the warehouse; null before.',
    }),
    receivedAt: attribute(nullable(instantSeconds), 'received_at', {
      description: 'When all of it was in stock; null before.',
    }),
    receipts: attribute(Type.Array(receipt), receiptsOf, { description: 'What the warehouse found.' }),
  },
  relationships: {
    fulfillmentBrand: toOne('fulfillmentBrand', 'fulfillment_brand_id', { linkage: 'always' }),
    warehouse: toOne('warehouse', 'warehouse_id', { linkage: 'always' }),
  },
})

function receiptsOf({ receipts }: ReplenishmentRow) {
  return receipts.map(({ receiptId, receivedAt, items }) => ({
    receiptId,
    receivedAt: formatInstant(receivedAt),
    items: items.map((item) => ({ ...item, expiryDate: item.expiryDate && formatInstant(item.expiryDate) })),
  }))
}
