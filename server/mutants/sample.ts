/** The committed sample: how it is drawn from the sources, and how its mutants are found again in sources that changed since. */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { candidatesIn } from './candidates.ts'

export interface Mutant {
  /** Derived from the content, so that a mutant that is drawn again has the same id in reports. */
  id: string
  kind: string
  file: string
  line: number
  /** The lines that the mutation changes, from their first letter, and the offset of `original` in them. */
  text: string
  at: number
  original: string
  replacement: string
}

/** Where a mistake costs money, goods, or trust. */
const FOLDERS = [
  'server/src/modules/ordering/life',
  'server/src/modules/ordering/order',
  'server/src/modules/ordering/money',
  'server/src/modules/stock/ledger',
  'server/src/modules/webhooks/delivery',
  'server/src/modules/integrations/runs',
  'server/src/modules/identity/sessions',
  'packages/pg-reader',
  'packages/jsonapi',
]
/**
 * The number per folder. In total there are more than two hundred, so the share of survivors is exact to a few percent.
 */
const SHARE = 28
/** Limits how many mutants of a folder have the same kind of mutation or the same file. */
const MOST_OF_A_KIND = 4
const MOST_OF_A_FILE = 5

export const drawSample = (root: string, seed: string): Mutant[] =>
  FOLDERS.flatMap((folder) => {
    const rank = ({ id }: Mutant) => hash('sha256', `${seed} ${id}`)
    const candidates = globSync(`${folder}/**/*.ts`, { cwd: root })
      .filter((file) => !/\.test\.ts$|\/fixtures\//.test(file))
      .flatMap((file) => mutantsIn(root, file))
      .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const taken: Mutant[] = []
    const count = (is: (one: Mutant) => boolean) => taken.filter(is).length
    // First one of each kind, because there are few locks and many conditions.
    for (const most of [1, MOST_OF_A_KIND]) {
      for (const one of candidates) {
        if (taken.length === SHARE) break
        if (count(({ kind }) => kind === one.kind) >= most) continue
        if (count(({ file }) => file === one.file) === MOST_OF_A_FILE) continue
        if (count(({ file, line }) => file === one.file && line === one.line) === 0) taken.push(one)
      }
    }
    return taken.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
  })

function mutantsIn(root: string, file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8')
  return candidatesIn(file, source).flatMap(({ kind, start, end, replacement }) => {
    const from = source.slice(0, start).search(/[^\n]*$/)
    const lines = source.slice(from, end) + source.slice(end).match(/^[^\n]*/)?.[0]
    const text = lines.trimStart()
    const at = start - from - (lines.length - text.length)
    const id = hash('sha256', JSON.stringify([file, text, at, replacement])).slice(0, 8)
    const line = source.slice(0, start).split('\n').length
    const mutant = { id, kind, file, line, text, at, original: source.slice(start, end), replacement }
    return placesOf(mutant, source).length === 1 ? [mutant] : []
  })
}

/** The offset of the original in a source: on its line, or where else its text is, if it occurs only once. */
export function locate(mutant: Mutant, source: string): number | undefined {
  const places = placesOf(mutant, source)
  const onLine = places.find((place) => source.slice(0, place).split('\n').length === mutant.line)
  const place = onLine ?? (places.length === 1 ? places[0] : undefined)
  return place === undefined ? undefined : place + mutant.at
}

/** The offsets of the lines with the text. */
function placesOf({ text }: Mutant, source: string): number[] {
  const places: number[] = []
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1)) {
    const isLine = /(^|\n)[ \t]*$/.test(source.slice(0, at)) && /^(\n|$)/.test(source.slice(at + text.length))
    if (isLine) places.push(at)
  }
  return places
}
