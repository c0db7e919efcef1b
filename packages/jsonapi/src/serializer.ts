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

  const attributes = Object.entries(resource.attributes)
  let separator = ''
  if (attributes.length > 0) code.text(',"attributes":{')
  for (const [name, attribute] of attributes) {
    if (fields && !fields.includes(name)) continue
    if (attribute.options.only === 'single' && shape.form !== 'single') continue
    code.text(`${separator}${JSON.stringify(name)}:`)
    code.value(attributeCode(attribute, code))
    separator = ','
  }
  if (attributes.length > 0) code.text('}')

  writeRelationships(code, shape, lookup)
  writeLinks(code, resource)
  if (resource.meta) {
    code.text(',"meta":')
    code.value(`write.any(${code.constant(resource.meta.from)}(row))`)
  }
  code.text('}')
  return code.compile()
}

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
