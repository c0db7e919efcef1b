/**
 * Stray members: unknown ones that would be ignored, although the client seems to have meant a member that the body knows. One
 * is a stray if
 * - it has the name of a member that the body knows at another place,
 * - its name is nearly that of a known member, unless that member is there as well,
 * - its name is the end of that of a known member of the same object that is not there: `items` for `orderItems`, or
 * - an optional member of the body stands somewhere inside of it, whose loss nothing else would tell.
 */
import type { TSchema } from 'typebox'
import { editDistance } from './edit-distance.ts'
import type { Mistake } from './mistakes.ts'
import { eachUnknown, type Path, propertyOf, type UnknownMember } from './unknown-members.ts'
import { cutText, viewOf } from './wording.ts'

/** For the options of a schema: its strays are mistakes. */
export const REFUSE_STRAYS = { strays: 'refused' } as const

/** The members of every document. Objects of the client may have them too, so they are strays only where they may be lost. */
const STRUCTURE = new Set(['data', 'attributes', 'relationships', 'meta'])
/** Name an object, which the path of a request or a required member does too. */
const IDENTIFIERS = new Set(['type', 'id'])
/** Bodies that people write have fewer unknown names; a hostile one has as many as fit in, and each costs a comparison with all that are known. */
const MAX_COMPARED = 500
const MAX_PLACES = 2

interface Known {
  name: string
  plainName: string
  /** How many edits make another name nearly this one. */
  tolerance: number
  /** Its last words: `stockquantity` and `quantity` of `expectedStockQuantity`. */
  endings: ReadonlySet<string>
  places: Path[]
  /** At one of its places. */
  isOptional: boolean
}

export interface Strays {
  /** The strays in a value without nulls that mean nothing. */
  find(value: unknown, max: number): Mistake[]
}

export function compileStrays(schema: TSchema): Strays {
  const known = new Map<string, Known>()
  learn(schema, [], known)
  const candidates = [...known.values()]
  return {
    find(value, max) {
      const mistakes: Mistake[] = []
      let compared = 0
      const add = (path: Path, places: readonly Path[]) => {
        if (mistakes.length < max) mistakes.push(mistakeAt(path, places))
      }
      eachUnknown(schema, value, (member) => {
        if (member.value === null || mistakes.length >= max) return
        const namesake = known.get(member.name)
        if (namesake && isElsewhere(namesake, member)) return add(member.path, namesake.places)
        const meant = compared++ < MAX_COMPARED ? nearestOf(candidates, member) : undefined
        if (meant) return add(member.path, placesNear(meant, member))
        if (!member.isFree) eachLost(member.value, member.path, known, add)
      })
      return mistakes
    },
  }
}

function learn(schema: TSchema, path: Path, known: Map<string, Known>): void {
  const { properties = {}, required = [], items, anyOf = [], allOf = [] } = viewOf(schema)
  for (const [name, property] of Object.entries(properties)) {
    const place = [...path, name]
    if (!IDENTIFIERS.has(name) && !isIgnored(property)) {
      const entry = known.get(name) ?? newKnown(name)
      entry.places.push(place)
      entry.isOptional ||= !required.includes(name)
      known.set(name, entry)
    }
    learn(property, place, known)
  }
  if (items) learn(items, [...path, '*'], known)
  for (const part of [...anyOf, ...allOf]) learn(part, path, known)
}

/** Short names are too much alike for a typing error to be told from another word. */
function newKnown(name: string): Known {
  const plainName = plain(name)
  const tolerance = plainName.length >= 9 ? 2 : plainName.length >= 5 ? 1 : 0
  return { name, plainName, tolerance, endings: endingsOf(name), places: [], isOptional: false }
}

function endingsOf(name: string): ReadonlySet<string> {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? []
  return new Set(words.slice(1).map((_, i) => plain(words.slice(i + 1).join(''))))
}

/** Without what tells `stock_quantity` and `StockQuantity` from `stockQuantity`. */
const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** An object without listed members, such as `links`. */
function isIgnored(schema: TSchema): boolean {
  const { type, items, properties = {}, patternProperties, additionalProperties } = viewOf(schema)
  if (type === 'array') return items !== undefined && isIgnored(items)
  const isRecord = patternProperties !== undefined || typeof additionalProperties === 'object'
  return type === 'object' && !isRecord && Object.keys(properties).length === 0
}

function isElsewhere({ name, isOptional }: Known, { isFree }: UnknownMember): boolean {
  return !STRUCTURE.has(name) || (isOptional && !isFree)
}

function nearestOf(candidates: readonly Known[], member: UnknownMember): Known | undefined {
  const { name, object, isFree } = member
  if (IDENTIFIERS.has(name)) return undefined
  const sent = plain(name)
  return candidates.find((each) => {
    if (!isHere(each, member)) return !isFree && !STRUCTURE.has(each.name) && isNear(sent, each)
    return !Object.hasOwn(object, each.name) && (isNear(sent, each) || (!isFree && each.endings.has(sent)))
  })
}

const isHere = ({ name }: Known, { schemas }: UnknownMember) =>
  schemas.some((view) => propertyOf(view, name) !== undefined)

/** Few people mistype the first letter, but `weight` is another word than `height`. */
function isNear(sent: string, { plainName, tolerance }: Known): boolean {
  if (sent === plainName) return true
  if (tolerance === 0 || Math.abs(sent.length - plainName.length) > tolerance) return false
  if (tolerance === 1 && sent[0] !== plainName[0]) return false
  return editDistance(sent, plainName) <= tolerance
}

/** The one beside it, if it is known there. */
function placesNear(meant: Known, member: UnknownMember): readonly Path[] {
  return isHere(meant, member) ? [[...member.path.slice(0, -1), meant.name]] : meant.places
}

function eachLost(
  value: unknown,
  path: Path,
  known: ReadonlyMap<string, Known>,
  add: (path: Path, places: readonly Path[]) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key]
    const meant = Array.isArray(value) ? undefined : known.get(key)
    if (meant?.isOptional && !STRUCTURE.has(key) && member !== null) add(place, meant.places)
    else eachLost(member, place, known, add)
  }
}

function mistakeAt(path: Path, places: readonly Path[]): Mistake {
  const told = places.slice(0, MAX_PLACES).map((place) => beside(place, path).join('.'))
  return {
    path: path.map(String),
    code: 'MEMBER_UNKNOWN',
    detail: `"${cutText(String(path.at(-1)))}" is unknown here: probably ${told.join(' or ')} was meant.`,
  }
}

/** Among the items of the same array, the place is in the same item. */
function beside(place: Path, path: Path): Path {
  const shared = place.findIndex(
    (part, i) => part !== path[i] && !(part === '*' && typeof path[i] === 'number'),
  )
  return place.map((part, i) => (i < shared && part === '*' ? path[i]! : part))
}
