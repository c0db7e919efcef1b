/** Accepts external orders: validates the request synchronously and stores an intent, from which a job creates the order. */

import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { createOnce } from '../../domain/create-once.ts'
import { missing } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import { ownersOfOrder } from '../../modules/ordering/index.ts'
import { type Blocker, blocked } from '../../modules/ordering/life/fulfillment-blockers.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Work } from '../../platform/work.ts'
import {
  checkFulfillability,
  existingFulfillables,
  findInvoice,
  loadFulfillables,
  needsInvoice,
} from '../fulfillment/index.ts'
import { isPhoneNumber, isPostalCode } from './address-rules.ts'
import type { ExternalOrderBody, ExternalOrderIntent, IntentLine } from './body.ts'
import { createExternalOrderJob } from './jobs.ts'
import { insertIntent, ownerOfExternalOrder, ownerOfIntent } from './queries.ts'

/** Idempotent by id: a repeated id changes nothing, even with another body. */
export async function acceptExternalOrder(
  work: Work,
  brandId: BrandId,
  body: ExternalOrderBody,
): Promise<void> {
  const id = body.masterOrderUuid
  const given = {
    what: 'master order',
    id,
    pointer: 'masterOrderUuid',
    find: ownerOf,
    isOwn: ({ owner }: Owner) => owner === brandId,
  }
  const { row, created } = await createOnce<Owner>(work, given, async (work) => {
    const intent = { brandId, id: id ?? work.ids.next() }
    await saveIntent(work, intent, body)
    await enqueue(work, createExternalOrderJob, [intent])
    return { owner: brandId, isInternal: false }
  })
  if (!created && row.isInternal) {
    throw unprocessable(`The master order ${id} is an order of the marketplace.`, {
      pointer: 'masterOrderUuid',
    })
  }
}

/** Validates the body and stores it as an intent; throws all problems if it is invalid. */
export async function saveIntent(
  work: Work,
  { brandId, id }: { brandId: BrandId; id: string },
  body: ExternalOrderBody,
): Promise<void> {
  const intent = await check(work, brandId, body)
  await insertIntent(work.db, { brandId, id, intent, at: work.clock.now() })
}

interface Owner {
  owner: BrandId
  isInternal: boolean
}

async function ownerOf(db: Queryable, id: string): Promise<Owner | undefined> {
  const [intent, external, internal] = await Promise.all([
    ownerOfIntent(db, id),
    ownerOfExternalOrder(db, id),
    ownersOfOrder(db, id),
  ])
  const owner = intent ?? external ?? internal?.brandId
  return owner === undefined ? undefined : { owner, isInternal: internal !== undefined }
}

async function check(work: Work, brandId: BrandId, body: ExternalOrderBody): Promise<ExternalOrderIntent> {
  const { shippingAddress: address, items } = body
  const problems: Problem[] = [...addressProblems(address), ...repeatedItems(items)]
  const { lines, problems: ofLines } = await readLines(work, brandId, items)
  problems.push(...ofLines)
  if (problems.length > 0) throw joinProblems(problems)

  const variants = lines.map(({ variantId, batches, minimumRemainingShelfLife }) => ({
    variantId,
    batches,
    minimumRemainingShelfLife: minimumRemainingShelfLife ?? undefined,
  }))
  const { blockers } = await checkFulfillability(work, brandId, { country: address.country, variants })
  problems.push(...blockers.flatMap((blocker) => pointedAt(blocker, items)))
  problems.push(...(await invoiceProblems(work.db, brandId, body)))
  if (problems.length > 0) throw joinProblems(problems)
  return intentOf(body, lines)
}

function addressProblems({ country, postalCode, phone }: ExternalOrderBody['shippingAddress']): Problem[] {
  return [
    ...(isPostalCode(country, postalCode)
      ? []
      : [
          unprocessable(`Expected a postal code of ${country}, but saw "${postalCode}".`, {
            pointer: 'shippingAddress.postalCode',
          }),
        ]),
    ...(isPhoneNumber(country, phone)
      ? []
      : [
          unprocessable(`Expected a phone number of ${country}, but saw "${phone}".`, {
            pointer: 'shippingAddress.phone',
          }),
        ]),
  ]
}

const repeatedItems = (items: ExternalOrderBody['items']): Problem[] =>
  items.flatMap(({ fulfillableId }, i) =>
    items.findIndex((item) => item.fulfillableId === fulfillableId) < i
      ? [
          unprocessable(`The fulfillable ${fulfillableId} is named twice; add the quantities up.`, {
            pointer: `items.${i}.fulfillableId`,
          }),
        ]
      : [],
  )

/** Converts quantities from pieces to batches. */
async function readLines(
  { db, clock }: Work,
  brandId: BrandId,
  items: ExternalOrderBody['items'],
): Promise<{ lines: IntentLine[]; problems: Problem[] }> {
  const ids = items.map(({ fulfillableId }) => fulfillableId)
  const known = new Map(
    (await loadFulfillables(db, brandId, { ids }, clock.now())).map((row) => [row.id, row]),
  )
  const foreign = known.size < new Set(ids).size ? await existingFulfillables(db, ids) : new Set<string>()
  const lines: IntentLine[] = []
  const problems = items.flatMap(({ fulfillableId, quantity, minimumRemainingShelfLife = null }, i) => {
    const pointer = `items.${i}.fulfillableId`
    const row = known.get(fulfillableId)
    if (!row) {
      return foreign.has(fulfillableId)
        ? [missing('fulfillable', fulfillableId, { exists: true, pointer })]
        : [unprocessable(`There is no fulfillable ${fulfillableId}.`, { pointer })]
    }
    const { batch_size: batchSize, variant_id: variantId } = row
    if (quantity % batchSize !== 0) {
      return [
        unprocessable(`Expected whole batches of ${batchSize} pieces, but saw ${quantity} pieces.`, {
          pointer: `items.${i}.quantity`,
          meta: { batchSize },
        }),
      ]
    }
    const batches = quantity / batchSize
    lines.push({ fulfillableId, variantId, batches, units: quantity, minimumRemainingShelfLife })
    return []
  })
  return { lines, problems }
}

/** Attaches the JSON pointer of the affected item to each blocker. */
function pointedAt(blocker: Blocker, items: ExternalOrderBody['items']): Problem[] {
  const { code, unavailableItems } = blocker
  if (code === 'unavailable_items') {
    return items.flatMap(({ fulfillableId }, i) =>
      unavailableItems.includes(fulfillableId)
        ? [blocked([{ ...blocker, unavailableItems: [fulfillableId] }], { pointer: `items.${i}.quantity` })]
        : [],
    )
  }
  const isAboutCountry = code === 'not_available_for_international_orders'
  return [blocked([blocker], isAboutCountry ? { pointer: 'shippingAddress.country' } : {})]
}

async function invoiceProblems(
  db: Queryable,
  brandId: BrandId,
  { shippingAddress: { country }, invoiceUuid: id, masterOrderUuid }: ExternalOrderBody,
): Promise<Problem[]> {
  const at = { pointer: 'invoiceUuid' }
  if (id === undefined) {
    return (await needsInvoice(db, brandId, country))
      ? [unprocessable('Goods that cross a customs border need an uploaded invoice.', at)]
      : []
  }
  const found = await findInvoice(db, brandId, id)
  if (found === 'foreign') return [missing('document', id, { exists: true, ...at })]
  if (!found) return [unprocessable(`There is no uploaded invoice ${id}.`, at)]
  return found.master_order_id === masterOrderUuid
    ? []
    : [unprocessable(`The invoice ${id} was uploaded for the master order ${found.master_order_id}.`, at)]
}

function intentOf(body: ExternalOrderBody, lines: readonly IntentLine[]): ExternalOrderIntent {
  const { shippingAddress: address, deliverySchedule, packingInstruction, deliveryAppointment } = body
  const { pickupAtDock = false } = body
  const hasWishes = deliverySchedule || packingInstruction || deliveryAppointment || pickupAtDock
  return {
    recipient: {
      firstName: address.firstName,
      lastName: address.lastName,
      email: address.email,
      phoneNumber: address.phone,
      company: address.company.trim() === '' ? null : address.company,
      street: address.street,
      city: address.city,
      postalCode: address.postalCode,
      countryCode: address.country,
    },
    recipientType: body.recipientType ?? 'business',
    customReference: body.customReference ?? null,
    invoiceId: body.invoiceUuid ?? null,
    instructions: hasWishes
      ? {
          deliverySchedule: deliverySchedule ?? null,
          packingInstruction: packingInstruction ?? null,
          deliveryAppointment: deliveryAppointment ?? null,
          pickupAtDock,
        }
      : null,
    lines,
  }
}
