import { type TSchema, Type } from 'typebox'
import { includableResources, type Lookup } from './include-tree.ts'
import { offsetMetaSchema } from './page-offset.ts'
import { type Attribute, type Relationship, type Resource, typeIn } from './resource.ts'
import type { Form } from './serializer.ts'

// JSON Schema (and so OpenAPI 3.1) of what the renderer writes, from the same declarations.

const version = Type.Object({ version: Type.Literal('1.0') })
const identifier = Type.Object({ type: Type.String(), id: Type.String() })

export interface ResourceOptions {
  context?: string | undefined
  /** Finds the targets of relationships; without it their types are just texts. */
  lookup?: Lookup
}

export function resourceSchema(resource: Resource, form: Form, options: ResourceOptions = {}): TSchema {
  const attributes = Object.entries(resource.attributes)
    .filter(([, { options }]) => form === 'single' || options.only !== 'single')
    .map(([name, attribute]) => [name, attributeSchema(attribute)])
  const relationships = Object.entries(resource.relationships)
  const always = relationships.some(([, { linkage }]) => linkage === 'always')
  const links = Type.Object(
    Object.fromEntries(
      relationships.map(([name, relationship]) => [name, linkageSchema(relationship, options)]),
    ),
  )
  return Type.Object(
    {
      type: Type.Literal(typeIn(resource, options.context)),
      id: resource.id,
      ...(attributes.length > 0 && { attributes: Type.Object(Object.fromEntries(attributes)) }),
      ...(relationships.length > 0 && { relationships: always ? links : Type.Optional(links) }),
      ...(resource.meta && { meta: resource.meta.schema }),
    },
    resource.description === undefined ? {} : { description: resource.description },
  )
}

export interface DocumentOptions {
  many: boolean
  form?: Form
  context?: string | undefined
  /** 'omit' and 'null': how links to pages that do not exist are written. 'offset': pages by number, without links. */
  paged?: boolean | 'omit' | 'null' | 'offset'
  /** Allowed paths, as in the query. */
  include?: readonly string[]
  includedForm?: Form | undefined
  /** What stands for a resource instead of its whole schema: a reference to where that is kept. */
  refer?: (resource: Resource, form: Form) => TSchema
}

export function documentSchema(resource: Resource, options: DocumentOptions, lookup: Lookup): TSchema {
  const { many, form = many ? 'list' : 'single', paged, include = [], includedForm = 'list' } = options
  const naming: ResourceOptions = { lookup, context: options.context }
  const { refer = (each: Resource, its: Form) => resourceSchema(each, its, naming) } = options
  const one = refer(resource, form)
  const near = includableResources(
    resource,
    include.map((path) => path.split('.', 1)[0]!),
    lookup,
  )
  const included = includableResources(resource, include, lookup).map((each) =>
    refer(each, near.includes(each) ? includedForm : 'list'),
  )
  return Type.Object({
    jsonapi: version,
    data: many ? Type.Array(one) : one,
    ...(included.length > 0 && { included: Type.Optional(Type.Array(Type.Union(included))) }),
    ...(paged === 'offset'
      ? { meta: offsetMetaSchema }
      : paged && { meta: pageMetaSchema, links: paged === 'null' ? nullLinksSchema : linksSchema }),
  })
}

const cursor = Type.Union([Type.String(), Type.Null()])

const pageMetaSchema = Type.Object({
  page: Type.Object({ from: cursor, to: cursor, hasMore: Type.Boolean(), perPage: Type.Integer() }),
})

const url = Type.String({ format: 'uri', examples: ['https://example.test/resources?page%5Blimit%5D=15'] })
const nullUrl = Type.Union([url, Type.Null()])
const linksSchema = Type.Object({ first: url, next: Type.Optional(url), prev: Type.Optional(url) })
const nullLinksSchema = Type.Object({ first: nullUrl, next: nullUrl, prev: nullUrl })

export const errorSchema: TSchema = Type.Object({
  jsonapi: version,
  errors: Type.Array(
    Type.Object({
      status: Type.String({ pattern: '^[1-5][0-9]{2}$', examples: ['422'] }),
      detail: Type.String(),
      title: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      source: Type.Optional(
        Type.Object({
          pointer: Type.Optional(Type.String({ examples: ['data.attributes.quantity'] })),
          parameter: Type.Optional(Type.String()),
          header: Type.Optional(Type.String()),
        }),
      ),
      meta: Type.Optional(Type.Object({})),
    }),
    { minItems: 1 },
  ),
})

function attributeSchema({ schema, options }: Attribute): TSchema {
  const { deprecated, description } = options as { deprecated?: boolean; description?: string }
  return {
    ...schema,
    ...(deprecated && { deprecated }),
    ...(description !== undefined && { description }),
  } as TSchema
}

function linkageSchema(relationship: Relationship, { lookup, context }: ResourceOptions): TSchema {
  const target = lookup?.(relationship.target)
  const link = target
    ? Type.Object({ type: Type.Literal(typeIn(target, context)), id: target.id })
    : identifier
  const data = relationship.kind === 'toOne' ? Type.Union([link, Type.Null()]) : Type.Array(link)
  const schema = Type.Object({ data }, relationship.deprecated ? { deprecated: true } : {})
  return relationship.linkage === 'always' ? schema : Type.Optional(schema)
}
