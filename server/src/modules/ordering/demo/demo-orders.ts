/**
 * The orders of the demo retailers in eight weeks, and their moves, written for `WRITTEN_FOR` of `platform/demo-time.ts`. All data is
 * fictional.
 */
import type { Command } from '../order/move-table.ts'

/** A command, or the brand says by which day it ships. */
export type DemoStep =
  | Exclude<Command, 'submit' | 'approve-cancellation' | 'take-back-fulfillment'>
  | 'set-shipping-day'

/** The numbers of packs by SKU, in the order of the lines. */
type Basket = Readonly<Record<string, number>>

export interface DemoInput {
  /** The quantities of the first lines after the acceptance; 0 removes a line. */
  remaining?: readonly number[]
  rejection?: { rejectType: string; rejectReason?: string }
  reset?: { resetType: string; reason?: string }
  /** The Monday after it, if it is on a weekend. */
  shipsBy?: string
  /** The reasons of other commands. */
  reasons?: Partial<Record<Command, string>>
}

export interface DemoOrder {
  retailer: string
  submittedAt: string
  basket: Basket
  /** The factor by which the quantities of the basket are multiplied. */
  times: number
  steps: readonly DemoStep[]
  input: DemoInput
}

const order = (
  retailer: string,
  submittedAt: string,
  basket: Basket,
  times: number,
  steps: readonly DemoStep[],
  input: DemoInput = {},
): DemoOrder => ({ retailer, submittedAt, basket, times, steps, input })

/** The time between a step and the previous one. */
export const WAIT_HOURS: Record<DemoStep, number> = {
  'brand-validates': 4,
  'brand-rejects': 5,
  'approve-rejection': 20,
  'refuse-rejection': 20,
  'revert-acceptance': 26,
  'set-shipping-day': 24,
  'confirm-carrier-quote': 45,
  'generate-labels': 24,
  'brand-resets-shipping-labels-generation': 3,
  'brand-requests-fulfillment': 21,
  'scan-parcel': 22,
  fulfil: 47,
  // Both from the arrival of the parcel on.
  'acknowledge-reception': 22,
  'refuse-reception': 18,
  'approve-refusal': 118,
  'settle-refusal': 94,
  'brand-settles-refusal': 94,
  'issue-invoice': 24,
  'pay-brand': 504,
}

const ACCEPTED: DemoStep[] = ['brand-validates']
const CARRIED: DemoStep[] = [...ACCEPTED, 'confirm-carrier-quote']
const LABELLED: DemoStep[] = [...ACCEPTED, 'generate-labels']
const PROMISED: DemoStep[] = [...ACCEPTED, 'set-shipping-day']
const SCANNED: DemoStep[] = [...LABELLED, 'scan-parcel']
const HANDED_OVER: DemoStep[] = [...ACCEPTED, 'brand-requests-fulfillment']
const FULFILLED: DemoStep[] = [...HANDED_OVER, 'fulfil']
const RESET: DemoStep[] = [...LABELLED, 'brand-resets-shipping-labels-generation']
const REJECTED: DemoStep[] = ['brand-rejects']
const refused = (shipped: DemoStep[]): DemoStep[] => [...shipped, 'refuse-reception']
const received = (shipped: DemoStep[]): DemoStep[] => [...shipped, 'acknowledge-reception']
const invoiced = (shipped: DemoStep[]): DemoStep[] => [...received(shipped), 'issue-invoice']
const paid = (shipped: DemoStep[]): DemoStep[] => [...invoiced(shipped), 'pay-brand']

const CANDLES: Basket = { 'CND-001-IVORY': 2, 'CND-004-FIGLE': 3, 'CND-005-CEDAR': 2, 'CND-007-TALL': 1 }
const TAPERS: Basket = { 'CND-002-PLUM': 4, 'CND-005-FIGLE': 3 }
/** A variant that is sold without stock. */
const TEALIGHTS: Basket = { 'CND-003-TWENT': 4 }
const SCENTS: Basket = {
  'SCN-009-LINED': 2,
  'SCN-010-LAVEN': 4,
  'SCN-011-HAY': 2,
  'SCN-012': 3,
  'SCN-013-PINEN': 2,
}
const LINEN: Basket = { 'LIN-015-NUIT': 3, 'LIN-016-ROUGE': 4, 'LIN-017-SABLE': 2 }
/** Available from April on. */
const TABLECLOTHS: Basket = { 'LIN-014-OLIVE': 2 }
const WOOD: Basket = { 'WOD-020-KLEIN': 2, 'WOD-021-HOOG': 3, 'WOD-023-RECHT': 6, 'WOD-024-ZES': 2 }
const SOAP: Basket = { 'SOP-026-ARGIL': 3, 'SOP-028-CITRO': 2, 'SOP-029-MENTH': 2, 'SOP-030-GRIS': 1 }
const PANTRY: Basket = {
  'PAN-031-GREEN': 2,
  'PAN-032-RUNNY': 2,
  'PAN-033-POPPY': 4,
  'PAN-034': 1,
  'PAN-036-PLAIN': 2,
  'PAN-037-MINT': 3,
}
const SWEETS: Basket = { 'SWT-038-MILK': 4, 'SWT-039': 1, 'SWT-040-SALTE': 3 }
const CELLAR: Basket = { 'CEL-044-STILL': 5, 'CEL-046-ROSE': 2 }
const PAPER: Basket = {
  'PAP-048-VOGEL': 3,
  'PAP-049-MOOS': 6,
  'PAP-049-OCKER': 2,
  'PAP-051-SCHWA': 2,
  'PAP-052-HART': 3,
}
const WICKER: Basket = { 'BSK-053-GRAND': 4, 'BSK-057': 2, 'BSK-060-TENID': 12 }

/** Oldest first. */
export const ALDER_WICK_ORDERS: readonly DemoOrder[] = [
  order('maison-verveine', '2026-01-06T08:40Z', CANDLES, 2, paid(CARRIED)),
  order('harbour-lane', '2026-01-07T10:05Z', PANTRY, 1, paid(SCANNED)),
  order('kontor-neun', '2026-01-08T13:20Z', PAPER, 2, paid(CARRIED), { remaining: [6, 8] }),
  order('fox-and-ledger', '2026-01-09T09:15Z', SCENTS, 3, paid(FULFILLED)),
  order('casa-limonar', '2026-01-12T11:30Z', WICKER, 1, paid(SCANNED)),
  order('norrsken-handel', '2026-01-13T07:55Z', CELLAR, 1, [...REJECTED, 'approve-rejection'], {
    rejection: {
      rejectType: 'BRAND_CANNOT_DELIVER_TO_THE_AREA',
      rejectReason: 'No carrier of ours takes bottles to Sweden.',
    },
  }),
  order('grachtwinkel', '2026-01-14T14:10Z', WOOD, 2, paid(CARRIED)),
  order('bottega-sette', '2026-01-16T09:45Z', LINEN, 2, invoiced(SCANNED)),
  order('norrsken-handel', '2026-01-19T12:25Z', SWEETS, 2, [...refused(CARRIED), 'approve-refusal'], {
    reasons: {
      'refuse-reception': 'The parcel was left in the rain and everything in it is wet.',
      'approve-refusal': 'The photos show it.',
    },
  }),
  order('harbour-lane', '2026-01-20T08:30Z', SOAP, 3, invoiced(FULFILLED)),
  order('norrsken-handel', '2026-01-22T10:50Z', CANDLES, 1, invoiced(SCANNED), { remaining: [2, 2, 0] }),
  order('maison-verveine', '2026-01-23T13:05Z', SCENTS, 2, [...refused(SCANNED), 'settle-refusal'], {
    reasons: {
      'refuse-reception': 'One carton is missing.',
      'settle-refusal': 'The carton came a day later.',
    },
  }),
  order('kontor-neun', '2026-01-27T09:35Z', SWEETS, 3, received(CARRIED)),
  order('fox-and-ledger', '2026-01-28T15:20Z', PAPER, 1, received(SCANNED)),
  order('casa-limonar', '2026-01-30T11:10Z', SOAP, 1, received(FULFILLED)),
  order('bottega-sette', '2026-02-02T08:15Z', WOOD, 1, refused(CARRIED), {
    reasons: { 'refuse-reception': 'Two of the candle holders are split.' },
  }),
  order('grachtwinkel', '2026-02-04T12:40Z', CELLAR, 2, refused(SCANNED), {
    reasons: { 'refuse-reception': 'These are the sweet ones; still cider was ordered.' },
  }),
  order('grachtwinkel', '2026-02-06T09:00Z', CANDLES, 1, SCANNED),
  order('harbour-lane', '2026-02-09T10:25Z', WICKER, 2, [...PROMISED, 'confirm-carrier-quote'], {
    shipsBy: '2026-02-20',
  }),
  order('norrsken-handel', '2026-02-11T13:45Z', PAPER, 2, FULFILLED),
  order('maison-verveine', '2026-02-13T08:55Z', LINEN, 1, CARRIED, { remaining: [2] }),
  order('kontor-neun', '2026-02-16T11:00Z', PANTRY, 2, SCANNED),
  order('fox-and-ledger', '2026-02-17T14:30Z', TAPERS, 2, [...PROMISED, 'generate-labels'], {
    shipsBy: '2026-03-03',
  }),
  order('casa-limonar', '2026-02-18T09:20Z', SWEETS, 1, HANDED_OVER),
  order('bottega-sette', '2026-02-19T10:40Z', SOAP, 2, [...PROMISED, 'generate-labels'], {
    remaining: [6, 3, 4, 0],
    shipsBy: '2026-03-04',
  }),
  order('harbour-lane', '2026-02-19T15:05Z', SCENTS, 1, HANDED_OVER),
  order('grachtwinkel', '2026-02-20T08:35Z', WICKER, 1, [...PROMISED, 'generate-labels'], {
    shipsBy: '2026-03-05',
  }),
  order('maison-verveine', '2026-02-20T12:15Z', TABLECLOTHS, 3, PROMISED, {
    shipsBy: '2026-04-17',
  }),
  // This one and another are overdue.
  order('norrsken-handel', '2026-02-23T09:50Z', WOOD, 1, [...RESET, 'set-shipping-day'], {
    shipsBy: '2026-02-26',
    reset: { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP', reason: 'Three parcels, not two.' },
  }),
  order('kontor-neun', '2026-02-24T10:10Z', CELLAR, 1, [...REJECTED, 'refuse-rejection'], {
    rejection: { rejectType: 'RETAILER_VAT_NUMBER_MISSING' },
    reasons: { 'refuse-rejection': 'The number is on the account since yesterday.' },
  }),
  order('fox-and-ledger', '2026-02-24T13:55Z', PANTRY, 1, PROMISED, {
    remaining: [2, 1, 4, 0],
    shipsBy: '2026-02-27',
  }),
  order('casa-limonar', '2026-02-25T08:20Z', TAPERS, 1, [...ACCEPTED, 'revert-acceptance'], {
    reasons: { 'revert-acceptance': 'The retailer asks for another delivery address first.' },
  }),
  order('bottega-sette', '2026-02-25T11:45Z', CANDLES, 1, PROMISED, {
    shipsBy: '2026-03-13',
  }),
  order('harbour-lane', '2026-02-26T09:30Z', LINEN, 1, ACCEPTED),
  order('grachtwinkel', '2026-02-26T14:00Z', PAPER, 1, REJECTED, {
    rejection: { rejectType: 'PREPARATION_TIME_TOO_HIGH' },
  }),
  order('norrsken-handel', '2026-02-27T08:05Z', SWEETS, 1, REJECTED, {
    rejection: {
      rejectType: 'OTHER',
      rejectReason: 'We stop shipping chocolate abroad until the frost is over.',
    },
  }),
  order('maison-verveine', '2026-02-27T10:35Z', SOAP, 1, []),
  order('kontor-neun', '2026-02-27T15:25Z', TEALIGHTS, 1, []),
  order('fox-and-ledger', '2026-03-01T17:40Z', WOOD, 1, []),
  order('casa-limonar', '2026-03-02T07:50Z', PANTRY, 1, []),
]

const NIGHT_LIGHTS: Basket = { 'NLC-003': 6, 'NLC-002-EMBER': 2 }
const TIDE: Basket = { 'NLC-001-TIDE': 4, 'NLC-002-TIDE': 3 }

export const NORTHLIGHT_ORDERS: readonly DemoOrder[] = [
  order('fox-and-ledger', '2026-01-15T09:10Z', NIGHT_LIGHTS, 2, paid(CARRIED)),
  order('harbour-lane', '2026-02-12T13:30Z', TIDE, 1, SCANNED),
  order('grachtwinkel', '2026-02-26T10:00Z', { 'NLC-004-TIDE': 3 }, 1, []),
]
