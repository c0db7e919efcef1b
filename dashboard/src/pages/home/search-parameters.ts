export const FIRSTS = ['orders', 'systems'] as const

export interface HomeSearch {
  /** What leads; without it what led last in this browser. */
  first?: (typeof FIRSTS)[number]
}
