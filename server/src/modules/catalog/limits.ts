/** The largest quantity or amount that a client may send: a 32-bit integer, so that sums are exact. */
export const MAX_INTEGER = 2_147_483_647
