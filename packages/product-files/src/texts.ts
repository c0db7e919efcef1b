/**
 * Handles texts that are valid JSON but that PostgreSQL cannot store: with a NUL character or a lone surrogate. Only the
 * product with such a text may fail, so the character is replaced by U+FFFD and the entry is stored with the issues that
 * make it fail.
 */
import { mayHoldFlawedText, textFlaw } from '@tradehall/jsonapi'
import { fieldOf, type Issue, invalid } from './issues.ts'

/** Bounds the issues of a hostile product, which could have millions. */
const MAX_ISSUES = 100

/** The entries of one request, in a form that PostgreSQL can store. */
export interface StorableEntries {
  json: string
  count: number
  /** The issues of entries with texts that cannot be stored; `place` counts the entries of the request from 1. */
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
  if (issues.length < MAX_ISSUES)
    issues.push(invalid(field, `Expected a text without ${flaw}.`, { code: 'TEXT_FLAWED' }))
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
