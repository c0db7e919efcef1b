/** What a phase has found, rule by rule. */
export interface Check {
  rule: string
  /** The figure, or what is wrong. */
  seen: string
  isKept: boolean
}

export const check = (rule: string, isKept: boolean, seen: string | number = ''): Check => ({
  rule,
  isKept,
  seen: String(seen),
})

/** Kept if nothing was found; shows how many there were, and the first. */
export const none = (rule: string, found: readonly string[]): Check =>
  check(rule, found.length === 0, found.length === 0 ? '' : `${found.length}: ${found[0]}`)
