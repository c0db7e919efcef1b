import type { Lookup } from './include-tree.ts'
import { writers } from './json-text.ts'
import type { Attribute, Relationship, Resource } from './resource.ts'
import { typeIn } from './resource.ts'
import { viewOf } from './wording.ts'

export type Form = 'single' | 'list'

/** Ids of related resources that no column of the row holds, by relationship name. */
export type Related = Record<string, readonly string[]>

export type Serialize = (row: object, related: Related | undefined, ctx: unknown) => string

export interface Shape {
  resource: Resource
  form: Form
  context: string | undefined
  /** Field names to keep; undefined keeps all. */
  fields: readonly string[] | undefined
  /** Relationships whose targets are included. */
  included: readonly string[]
}

/**
 * Writes one function that concatenates the JSON text of a resource object. Everything known beforehand
 * (names, types, punctuation) is escaped here and becomes a literal of the generated code; values pass
 * through the writers, which trust nothing about them.
 */
export function compileSerializer(shape: Shape, lookup: Lookup): Serialize {
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

  separator = ',"relationships":{'
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    if (relationship.linkage !== 'always' && !shape.included.includes(name)) continue
    if (fields && !fields.includes(name)) continue
    code.text(`${separator}${JSON.stringify(name)}:{"data":`)
    code.value(linkageCode(name, relationship, JSON.stringify(typeIn(lookup(relationship.target), context))))
    code.text('}')
    separator = ','
  }
  for (const [name, { links }] of Object.entries(resource.linked)) {
    if (fields && !fields.includes(name)) continue
    code.text(`${separator}${JSON.stringify(name)}:{"links":`)
    code.value(`write.any(${code.constant(links)}(row))`)
    code.text('}')
    separator = ','
  }
  if (separator === ',') code.text('}')
  if (resource.self) {
    code.text(',"links":{"self":')
    code.value(`write.text(${code.constant(resource.self)}(row))`)
    code.text('}')
  }
  if (resource.meta) {
    code.text(',"meta":')
    code.value(`write.any(${code.constant(resource.meta.from)}(row))`)
  }
  code.text('}')
  return code.compile()
}

function attributeCode({ from, schema, encode, plain }: Attribute, code: Code): string {
  const value = typeof from === 'string' ? `row[${JSON.stringify(from)}]` : `${code.constant(from)}(row, ctx)`
  if (encode) return `write.${plain ? 'plain' : 'encoded'}(${value}, ${code.constant(encode)})`
  const [type] = (viewOf(schema).anyOf ?? [schema]).map((one) => viewOf(one).type ?? 'string')
  // The schema only chooses which kind of value is looked for first.
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

  /** Known text; neighbours are merged into one literal. */
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
