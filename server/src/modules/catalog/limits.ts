/** The largest quantity or amount that a client may send: what four bytes hold, so that sums stay exact. */
export const MAX_INTEGER = 2_147_483_647
