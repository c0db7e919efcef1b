/** Results as they are returned: without secrets, and in parts, because coding tools read little at a time. */
import type { Redactor } from './redaction.ts'
import { ToolRefused } from './tool-refused.ts'

/** The longest result: about five thousand tokens. */
export const MAX_LENGTH = 20_000
/** The longest part of a longer text; it leaves room for the note about the rest. */
const PART_LENGTH = MAX_LENGTH - 200
/** A part ends at a line break, if there is one in its last fifth. */
const MIN_LENGTH = PART_LENGTH * 0.8
const MAX_TEXTS = 20
const MAX_CHARACTERS = 16_000_000

export class Texts {
  readonly #redact: Redactor
  readonly #kept = new Map<string, string>()
  #count = 0

  constructor(redact: Redactor) {
    this.#redact = redact
  }

  /** The text, or its first part with the cursor of the next one. */
  begin(text: string): string {
    // Secrets are removed before the text is cut, because half a secret would not be recognized.
    const safe = this.#redact(text)
    if (safe.length <= MAX_LENGTH) return safe
    const id = String(++this.#count)
    this.#kept.set(id, safe)
    this.#forget()
    return partOf(id, safe, 0)
  }

  continue(cursor: string): string {
    const [, id = '', start = ''] = /^(\d+)-(\d+)$/.exec(cursor) ?? []
    const text = this.#kept.get(id)
    if (text === undefined || Number(start) >= text.length) {
      throw new ToolRefused(
        `There is no text for the cursor ${cursor.slice(0, 50)}: it is wrong, or too old. Call the tool that returned it again.`,
      )
    }
    return partOf(id, text, Number(start))
  }

  /** The oldest first. */
  #forget(): void {
    let characters = [...this.#kept.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [id, { length }] of this.#kept) {
      if (this.#kept.size <= MAX_TEXTS && characters <= MAX_CHARACTERS) return
      this.#kept.delete(id)
      characters -= length
    }
  }
}

function partOf(id: string, text: string, start: number): string {
  const end = endOf(text, start)
  const part = text.slice(start, end)
  const position = `Characters ${start + 1} to ${end} of ${text.length}`
  if (end === text.length) return `${part}\n\n[${position}: the end.]`
  return `${part}\n\n[${position}. For the rest call read_more with the cursor ${id}-${end}.]`
}

function endOf(text: string, start: number): number {
  const longest = start + PART_LENGTH
  if (longest >= text.length) return text.length
  const lineBreak = text.lastIndexOf('\n', longest - 1) + 1
  if (lineBreak >= start + MIN_LENGTH) return lineBreak
  // Not between the halves of a surrogate pair.
  return /[\ud800-\udbff]/.test(text[longest - 1] ?? '') ? longest - 1 : longest
}
