/** What stands in the addresses of these pages, without the pages, which are loaded when they are opened. */
export const ORDER_DIALOGS = [
  'reject',
  'change-date',
  'reset-labels',
  'settle-refusal',
  'request-revert',
] as const

export interface OrderSearch {
  dialog?: (typeof ORDER_DIALOGS)[number]
}

export const SHIP_DIALOGS = ['confirm', 'print', 'reset', 'pickup'] as const

export interface ShipSearch {
  sort?: 'date'
  dialog?: (typeof SHIP_DIALOGS)[number]
  /** The quote to confirm. */
  quote?: string
}
