/** What stands in the addresses of the page of an order, without the page, which is loaded when it is opened. */
export const PURCHASE_DIALOGS = ['refuse', 'cancel'] as const

export interface PurchaseSearch {
  dialog?: (typeof PURCHASE_DIALOGS)[number]
}
