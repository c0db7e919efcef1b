/**
 * Texts that JSON can spell although PostgreSQL cannot store them: with a NUL, or with half of a surrogate pair. A product
 * with such a text must fail alone, so it is stored with U+FFFD in place of what cannot be stored and with the issues
 * that make it fail.
 */
import { mayHoldFlawedText, textFlaw } from '../../../domain/texts.ts'
import { fieldOf, type Issue, invalid } from './issues.ts'

/** More help nobody, and a hostile product could have millions. */
const MAX_ISSUES = 100

/** Entries of one call, ready to be stored. */
export interface StorableEntries {
  json: string
  count: number
  /** Of the entries with texts that cannot be stored, by their place in the call, from 1. */
  flawed: { place: number; issues: Issue[] }[]
}

export function toStorable(entries: readonly object[]): StorableEntries {
  const count = entries.length
  const json = JSON.stringify(entries)
  if (!mayHoldFlawedText(json)) return { json, count, flawed: [] }
  const repaired = entries.map(repairTexts)
  return {
    json: JSON.stringify(repaired.map(({ entry }) => entry)),
    count,
    flawed: repaired.flatMap(({ issues }, i) => (issues.length > 0 ? [{ place: i + 1, issues }] : [])),
  }
}

export function repairTexts<Entry extends object>(entry: Entry): { entry: Entry; issues: Issue[] } {
  const issues: Issue[] = []
  return { entry: repaired(entry, [], issues) as Entry, issues }
}

function repaired(value: unknown, path: readonly string[], issues: Issue[]): unknown {
  if (typeof value === 'string') return repairedText(value, path, issues)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, i) => repaired(item, [...path, String(i)], issues))
  const members = Object.entries(value).map(([name, member]) => {
    const safe = repairedText(name, path, issues)
    return [safe, repaired(member, [...path, safe], issues)] as const
  })
  return Object.fromEntries(members)
}

function repairedText(text: string, path: readonly string[], issues: Issue[]): string {
  const flaw = textFlaw(text)
  if (flaw === undefined) return text
  const field = fieldOf(path[0] === 'attributes' ? path.slice(1) : path)
  if (issues.length < MAX_ISSUES) issues.push(invalid(field, `Expected a text without ${flaw}.`))
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
