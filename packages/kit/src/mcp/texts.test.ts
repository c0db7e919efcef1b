import { expect, test } from 'vitest'
import { MAX_LENGTH, Texts } from './texts.ts'

const texts = () => new Texts((text) => text.replaceAll('SECRET', '[redacted]'))

/** Reads all parts, and what they say about the rest. */
function readAll(store: Texts, text: string): { parts: string[]; notes: string[] } {
  const parts: string[] = []
  const notes: string[] = []
  for (let answer = store.begin(text); ; ) {
    expect(answer.length).toBeLessThanOrEqual(MAX_LENGTH)
    const [, part = answer, note = ''] = /^([\s\S]*)\n\n(\[Characters .*\])$/.exec(answer) ?? []
    parts.push(part)
    notes.push(note)
    const [, cursor] = /cursor (\S+)\.\]$/.exec(answer) ?? []
    if (cursor === undefined) return { parts, notes }
    answer = store.continue(cursor)
  }
}

test('a short text comes back as it is, without secrets', () => {
  expect(texts().begin('a SECRET')).toBe('a [redacted]')
})

test('a long text comes in parts that make up the whole', () => {
  const text = Array.from({ length: 5000 }, (_, i) => `line ${i} 🙂`).join('\n')
  const { parts, notes } = readAll(texts(), text)
  expect(parts.join('')).toBe(text)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts.slice(0, -1)) expect(part).toMatch(/\n$/)
  expect(notes.at(-1)).toMatch(/: the end\.\]$/)
})

test('without line breaks no character is cut in half', () => {
  const text = `x${'🙂'.repeat(MAX_LENGTH)}`
  const { parts } = readAll(texts(), text)
  expect(parts.join('')).toBe(text)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})

test('a secret at the end of a part is hidden, too', () => {
  const { parts } = readAll(texts(), `${'x'.repeat(MAX_LENGTH - 203)}SECRET${'y'.repeat(MAX_LENGTH)}`)
  expect(parts.join('')).not.toMatch(/SEC|RET/)
})

test('old texts are forgotten, and what no cursor stands for is refused', () => {
  const store = texts()
  const long = 'x'.repeat(MAX_LENGTH + 1)
  for (let i = 0; i < 21; i++) store.begin(long)
  expect(() => store.continue(`1-${MAX_LENGTH}`)).toThrow('too old')
  expect(store.continue(`2-${MAX_LENGTH}`)).toMatch(
    /^x\n\n\[Characters 20001 to 20001 of 20001: the end\.\]$/,
  )
  for (const cursor of ['', '2', '2-99999', '__proto__', '2--1', '99-0']) {
    expect(() => store.continue(cursor)).toThrow('There is no text for the cursor')
  }
})
