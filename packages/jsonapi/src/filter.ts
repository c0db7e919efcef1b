/** Parses the filters of a query. */
import type { TSchema } from 'typebox'
import { type ProblemKind, problem } from './errors.ts'
import type { ParameterReader, QueryParameter } from './reader.ts'
import { compileText, type TextValue } from './text-value.ts'
import { bounds, cutText } from './wording.ts'

export interface ValueSpec {
  /**
   * One value or several. `csv`, `list` and `some` accept the same notations and differ only in the documentation: `some`
   * is for a filter that took one value at first, and whose clients keep the type of its parameter.
   */
  kind: 'one' | 'csv' | 'list' | 'some'
  schema: TSchema
  required?: boolean
  /** Bounds of the number of values. */
  min?: number
  max?: number
  description: string
}

export interface ValueFilter extends ValueSpec {
  status?: 400 | 422
  aliases?: readonly string[]
}

export interface OperatorFilter {
  kind: 'operators'
  operators: Record<string, ValueSpec>
  status?: 400 | 422
  aliases?: readonly string[]
}

export type FilterSpec = ValueFilter | OperatorFilter

type Report = Parameters<ParameterReader<unknown>['read']>[1]

interface Slot {
  /** The name of the filter, and the operator if the filter has operators. */
  filter: string
  operator: string | undefined
  label: string
  spec: ValueSpec
  text: TextValue
  refuse: ProblemKind
}

const badFilter = problem(null, 400, 'Bad Request')
const unprocessableFilter = problem(null, 422, 'Unprocessable Content')

/** Parses the `filter` family. Each filter, or each operator of a filter, is a slot that collects its values. */
export function compileFilters(specs: Record<string, FilterSpec>): ParameterReader<Record<string, unknown>> {
  const canonical = new Map<string, string>()
  const slots = new Map<string, Map<string | undefined, Slot>>()
  for (const [name, spec] of Object.entries(specs)) {
    for (const spelling of [name, ...(spec.aliases ?? [])]) canonical.set(spelling, name)
    slots.set(name, new Map(slotsOf(name, spec).map((slot) => [slot.operator, slot])))
  }
  const all = [...slots.values()].flatMap((byOperator) => [...byOperator.values()])
  const labels = all.map((slot) => slot.label).join(', ')

  return {
    read(given, report) {
      const collected = new Map<Slot, QueryParameter[]>()
      for (const one of given) {
        const byOperator = slots.get(canonical.get(one.path[1]!) ?? '')
        const slot = byOperator && pickSlot(byOperator, one.path)
        if (slot) collected.set(slot, [...(collected.get(slot) ?? []), one])
        else {
          const expected = labels === '' ? 'no filter, as this endpoint has none' : `one of ${labels}`
          report(badFilter(`Expected ${expected}, but saw "${cutText(one.name)}".`, { parameter: one.name }))
        }
      }
      const filter: Record<string, unknown> = Object.create(null)
      for (const slot of all) {
        const value = readSlot(slot, collected.get(slot) ?? [], report)
        if (value === undefined) continue
        if (slot.operator === undefined) filter[slot.filter] = value
        else {
          filter[slot.filter] ??= Object.create(null)
          ;(filter[slot.filter] as Record<string, unknown>)[slot.operator] = value
        }
      }
      return filter
    },
  }
}

function slotsOf(name: string, spec: FilterSpec): Slot[] {
  const refuse = spec.status === 422 ? unprocessableFilter : badFilter
  const slot = (label: string, operator: string | undefined, value: ValueSpec): Slot => ({
    filter: name,
    operator,
    label,
    spec: value,
    text: compileText(value.schema),
    refuse,
  })
  return spec.kind === 'operators'
    ? Object.entries(spec.operators).map(([key, value]) => slot(`filter[${name}][${key}]`, key, value))
    : [slot(`filter[${name}]`, undefined, spec)]
}

/** `path` is `filter`, the name, an optional operator, and an optional empty or numeric index of a list. */
function pickSlot(slots: Map<string | undefined, Slot>, path: readonly string[]): Slot | undefined {
  const plain = slots.get(undefined)
  const slot = plain ?? slots.get(path[2] ?? '')
  if (slot === undefined) return undefined
  const index = path.slice(plain ? 2 : 3)
  if (index.length === 0) return slot
  return slot.spec.kind !== 'one' && index.length === 1 && /^\d{0,4}$/.test(index[0]!) ? slot : undefined
}

function readSlot(slot: Slot, given: readonly QueryParameter[], report: Report): unknown {
  const { spec, text, refuse, label } = slot
  const [first] = given
  if (first === undefined) {
    if (spec.required)
      report(refuse(`Expected ${describe(slot)}, but saw no ${label}.`, { parameter: label }))
    return undefined
  }
  const parse = (value: string, name: string) => {
    const parsed = text.parse(value)
    if (parsed === undefined) {
      report(refuse(`Expected ${text.expected}, but saw "${cutText(value)}".`, { parameter: name }))
    }
    return parsed
  }
  const repeated = given.find((one, i) => !one.name.endsWith('[]') && given.findIndex(sameName(one)) < i)
  if (repeated) {
    report(refuse(`Expected ${repeated.name} once, but saw it several times.`, { parameter: repeated.name }))
  }
  if (spec.kind === 'one') return parse(first.value, first.name)
  // A value with an index is a single value, which may contain commas; a value without one is a list.
  const texts = given.flatMap(({ name, path, value }) => {
    const indexed = path.length > (slot.operator === undefined ? 2 : 3)
    return (indexed ? [value] : value.split(',')).map((part) => ({ name, part }))
  })
  if (texts.length < (spec.min ?? 1) || texts.length > (spec.max ?? Number.POSITIVE_INFINITY)) {
    report(refuse(`Expected ${describe(slot)}, but saw ${texts.length}.`, { parameter: first.name }))
  }
  return texts.map(({ name, part }) => parse(part, name))
}

function sameName(one: QueryParameter): (other: QueryParameter) => boolean {
  return (other) => other.name === one.name
}

function describe({ spec, text }: Slot): string {
  return spec.kind === 'one' ? text.expected : bounds(spec.min ?? 1, spec.max, '', 'value')
}
