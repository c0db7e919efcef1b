/** Until the compiler has seen enough of the hot path. */
export const WARM_UP_SECONDS = 3
