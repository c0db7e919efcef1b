/** What a phase has found, rule by rule, for soaks that play phases. */
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

const LONGEST = 160

export const lineOf = ({ rule, seen, isKept }: Check): string =>
  `  ${isKept ? 'ok ' : 'NOT'}  ${rule}${seen === '' ? '' : `: ${shortened(seen)}`}`

const shortened = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}
