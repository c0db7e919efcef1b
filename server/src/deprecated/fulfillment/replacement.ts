/** What integrators use instead of the warehouse. */
export const REPLACEMENT =
  'The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).'
