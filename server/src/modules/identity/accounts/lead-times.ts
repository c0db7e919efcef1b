/** Ranges of business days, both ends inclusive, that a brand needs from an order to its shipment. */
export const LEAD_TIMES = ['0-2', '3-5', '6-10', '11-20', '21-30'] as const

export type LeadTime = (typeof LEAD_TIMES)[number]
