/** How many business days a brand needs from an order to its shipment, from and to, both included. */
export const LEAD_TIMES = ['0-2', '3-5', '6-10', '11-20', '21-30'] as const

export type LeadTime = (typeof LEAD_TIMES)[number]
