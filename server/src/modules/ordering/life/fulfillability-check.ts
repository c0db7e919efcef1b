/** The documented responses of every fulfillability check. */
export const fulfillabilityCheck = {
  description:
    'An empty answer: it could be requested now. Else an error for each thing that stands in the way, with its code as `detail`: `not_a_fulfillment_brand`, `unavailable_items`, `already_being_fulfilled`, `not_available_for_international_orders`, `missing_hs_code_for_international_order`, `stock_is_being_transferred`. `meta` lists the `fulfillableId` of variants that are `unavailableItems`, and of `undeclaredItems`; of what has none, the id of the variant.',
  answers: [{ status: 200, description: 'Nothing stands in the way.', empty: true }],
  problems: [
    { status: 422, description: 'What stands in the way, one error each.' },
    { status: 409, description: 'Not possible in the status of the order.' },
  ],
} as const
