/** Compiles a function that serializes one kind of resource object. */
import type { ResourceLookup } from './include-tree.ts'
import { writers } from './json-text.ts'
import type { Attribute, Relationship, Resource } from './resource.ts'
import { typeIn } from './resource.ts'
import { viewOf } from './wording.ts'

export type RenderForm = 'single' | 'list'

/** Ids of related resources that are in no column of the row, by relationship name. */
export type Related = Record<string, readonly string[]>

export type Serialize = (row: object, related: Related | undefined, ctx: unknown) => string

export interface Shape {
  resource: Resource
  form: RenderForm
  context: string | undefined
  /** Field names to render; undefined for all. */
  fields: readonly string[] | undefined
  /** Relationships whose targets are included. */
  included: readonly string[]
}

/**
 * Generates a function that concatenates the JSON text of a resource object. All constant text (names, types, punctuation)
 * is escaped here and becomes a literal of the generated code; values pass through the writers, which make no assumptions
 * about them.
 */
export function compileSerializer(shape: Shape, lookup: ResourceLookup): Serialize {
  const { resource, context, fields } = shape
  const code = new Code()
  code.text(`{"type":${JSON.stringify(typeIn(resource, context))},"id":`)
  code.value('write.id(row.id)')

  const hasAttributes = Object.keys(resource.attributes).length > 0
  const attributes = Object.entries(resource.attributes).filter(
    ([name, { options }]) =>
      (fields?.includes(name) ?? true) && (options.only !== 'single' || shape.form === 'single'),
  )
  let separator = ''
  if (hasAttributes) code.text(',"attributes":{')
  for (const [name, attribute] of attributes) {
    code.text(`${separator}${JSON.stringify(name)}:`)
    code.value(attributeCode(attribute, code))
    separator = ','
  }
  if (hasAttributes) code.text('}')

  writeRelationships(code, shape, lookup)
  writeLinks(code, resource)
  if (resource.meta) {
    code.text(',"meta":')
    code.value(`write.any(${code.constant(resource.meta.from)}(row))`)
  }
  code.text('}')
  const serialize = code.compile()
  const sources = [
    ...attributes.map(([, { from }]) => from),
    ...Object.values(resource.links).map(({ from }) => from),
  ]
  // A function that takes the context may return something else for each response.
  const isOfContext = sources.some((from) => typeof from === 'function' && from.length > 1)
  return isOfContext ? serialize : keepTexts(serialize)
}

interface KeptText {
  readonly by: Serialize
  readonly related: Related | undefined
  readonly text: string
}

/**
 * The last text of each frozen row, for as long as the row exists. One and not one for each serializer, because clients choose
 * fields and includes, and could have as many texts kept as there are combinations.
 */
const texts = new WeakMap<object, KeptText>()

/** A frozen row has the same text each time. */
function keepTexts(by: Serialize): Serialize {
  return (row, related, ctx) => {
    const kept = texts.get(row)
    if (kept?.by === by && isSame(kept.related, related)) return kept.text
    const text = by(row, related, ctx)
    if (Object.isFrozen(row)) texts.set(row, { by, related, text: flatten(text) })
    return text
  }
}

function isSame(a: Related | undefined, b: Related | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => {
    const [some, others] = [a[name], b[name]]
    return some?.length === others?.length && some?.every((id, i) => id === others?.[i])
  })
}

/** A concatenated string keeps all its parts, and each use of it would join them again. */
const flatten = (text: string) => Buffer.from(text).toString()

function writeLinks(code: Code, { self, links }: Resource): void {
  const own = self ? [['self', self] as const] : []
  const further = Object.entries(links).map(([name, { from }]) => [name, from] as const)
  const all = [...own, ...further]
  for (const [i, [name, from]] of all.entries()) {
    code.text(`${i === 0 ? ',"links":{' : ','}${JSON.stringify(name)}:`)
    code.value(`write.text(${code.constant(from)}(row, ctx))`)
  }
  if (all.length > 0) code.text('}')
}

function writeRelationships(
  code: Code,
  { resource, context, fields, included }: Shape,
  lookup: ResourceLookup,
): void {
  const isWanted = (name: string) => fields?.includes(name) ?? true
  const linked = Object.entries(resource.linked).map(([name, { links }]) => ({
    name,
    member: 'links',
    value: `write.any(${code.constant(links)}(row))`,
    condition: undefined,
  }))
  const related = Object.entries(resource.relationships)
    .filter(([name, { linkage = 'included' }]) => linkage !== 'included' || included.includes(name))
    .map(([name, relationship]) => ({
      name,
      member: 'data',
      value: linkageCode(name, relationship, JSON.stringify(typeIn(lookup(relationship.target), context))),
      condition:
        relationship.linkage === 'present' && !included.includes(name)
          ? `row[${JSON.stringify(relationship.from)}] != null`
          : undefined,
    }))
  const members = [...related, ...linked].filter(({ name }) => isWanted(name))
  const opening = ({ name, member }: (typeof members)[number]) => `${JSON.stringify(name)}:{"${member}":`
  if (members.some(({ condition }) => condition !== undefined)) {
    // The row decides which members are present, and so where commas are needed.
    const texts = members.map((one) => {
      const text = `${JSON.stringify(opening(one))} + ${one.value} + "}"`
      return one.condition === undefined ? text : `${one.condition} ? ${text} : ""`
    })
    code.value(`write.members([${texts.join(', ')}], ',"relationships":{', '}')`)
    return
  }
  for (const [i, one] of members.entries()) {
    code.text(`${i === 0 ? ',"relationships":{' : ','}${opening(one)}`)
    code.value(one.value)
    code.text('}')
  }
  if (members.length > 0) code.text('}')
}

function attributeCode({ from, schema, encode, plain }: Attribute, code: Code): string {
  const value = typeof from === 'string' ? `row[${JSON.stringify(from)}]` : `${code.constant(from)}(row, ctx)`
  if (encode) return `write.${plain ? 'plain' : 'encoded'}(${value}, ${code.constant(encode)})`
  const [type] = (viewOf(schema).anyOf ?? [schema]).map((one) => viewOf(one).type ?? 'string')
  // The schema only decides which type of value is tested first.
  const writer = type === 'string' ? 'text' : type === 'integer' || type === 'number' ? 'number' : 'any'
  return `write.${writer}(${value})`
}

function linkageCode(name: string, relationship: Relationship, type: string): string {
  const opening = JSON.stringify(`{"type":${type},"id":`)
  if (relationship.kind === 'toOne') {
    return `write.one(row[${JSON.stringify(relationship.from)}], ${opening})`
  }
  const { source } = relationship
  const ids = 'ids' in source ? `row[${JSON.stringify(source.ids)}]` : `related?.[${JSON.stringify(name)}]`
  return `write.many(${ids}, ${opening})`
}

class Code {
  readonly #parts: string[] = []
  readonly #constants: unknown[] = []
  #pending = ''

  /** Constant text; adjacent texts are merged into one literal. */
  text(text: string): void {
    this.#pending += text
  }

  value(expression: string): void {
    this.#flush()
    this.#parts.push(expression)
  }

  constant(value: unknown): string {
    this.#constants.push(value)
    return `constants[${this.#constants.length - 1}]`
  }

  compile(): Serialize {
    this.#flush()
    const body = `'use strict'; return (row, related, ctx) => ${this.#parts.join(' + ')}`
    return new Function('write', 'constants', body)(writers, this.#constants) as Serialize
  }

  #flush(): void {
    if (this.#pending !== '') this.#parts.push(JSON.stringify(this.#pending))
    this.#pending = ''
  }
}
