/** Long enough for the JIT compiler to optimize the hot path. */
export const WARM_UP_SECONDS = 3
