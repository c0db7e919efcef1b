/**
 * JSON Schema (and so OpenAPI 3.1) of what the renderer writes, from the same declarations. A schema with a title recurs:
 * OpenAPI documents contain it once, under that name.
 */
import { type TSchema, Type } from 'typebox'
import { includableResources, type ResourceLookup } from './include-tree.ts'
import { offsetMetaSchema } from './page-offset.ts'
import { type Attribute, type Relationship, type Resource, typeIn } from './resource.ts'
import { viewOf } from './wording.ts'

export const jsonApiMember = Type.Object(
  { version: Type.Literal('1.0', { description: 'Version of JSON:API that the document follows.' }) },
  { title: 'JsonApi', description: 'The format of this document.' },
)

export interface ResourceOptions {
  context?: string | undefined
  /** Finds the targets of relationships; without it, their types are plain strings. */
  lookup?: ResourceLookup
  /** Returns a reference to a recurring part, which the caller stores, instead of its schema. */
  referToPart?: (
    resource: Resource,
    part: 'attributes' | 'relationships' | 'identifier',
    schema: TSchema,
  ) => TSchema
}

/**
 * A resource in single reads, lists and `included`: attributes and relationships are optional, because a sparse fieldset may
 * omit any of them.
 */
export function resourceSchema(resource: Resource, options: ResourceOptions = {}): TSchema {
  const hasAttributes = Object.keys(resource.attributes).length > 0
  const hasRelationships = Object.keys({ ...resource.relationships, ...resource.linked }).length > 0
  return Type.Object(
    {
      ...identifierMembers(resource, options.context),
      ...(hasAttributes && { attributes: attributesSchema(resource, options) }),
      ...(hasRelationships && { relationships: Type.Optional(relationshipsSchema(resource, options)) }),
      ...linksOf(resource),
      ...(resource.meta && { meta: resource.meta.schema }),
    },
    resource.description === undefined ? {} : { description: resource.description },
  )
}

function linksOf({ self, links }: Resource): { links?: TSchema } {
  const further = Object.entries(links)
  if (further.length === 0) return self ? { links: selfSchema('Where the resource is.') } : {}
  const members = further.map(([name, { description }]) => [name, url(description)] as const)
  return {
    links: Type.Object(
      { ...(self && { self: url('Where the resource is.') }), ...Object.fromEntries(members) },
      { description: 'Addresses.' },
    ),
  }
}

function attributesSchema(resource: Resource, options: ResourceOptions): TSchema {
  const attributes = Object.entries(resource.attributes).map(([name, attribute]) => [
    name,
    Type.Optional(attributeSchema(attribute)),
  ])
  const schema = Type.Object(Object.fromEntries(attributes), {
    description: 'Its fields; those that `fields[…]` left out are absent.',
  })
  return sharedBetweenSpellings(resource, 'attributes', schema, options)
}

function relationshipsSchema(resource: Resource, options: ResourceOptions): TSchema {
  const relationships = Object.entries(resource.relationships).map(([name, relationship]) => [
    name,
    linkageSchema(relationship, options),
  ])
  const linked = Object.entries(resource.linked).map(([name, { description }]) => [
    name,
    Type.Optional(Type.Object({ links: linkedSchema }, { description })),
  ])
  const schema = Type.Object(Object.fromEntries([...relationships, ...linked]), {
    description: 'What it is related to.',
  })
  return sharedBetweenSpellings(resource, 'relationships', schema, options)
}

/** These parts are shared by the schemas of all spellings of the type. */
function sharedBetweenSpellings(
  resource: Resource,
  part: 'attributes' | 'relationships',
  schema: TSchema,
  { referToPart }: ResourceOptions,
): TSchema {
  return referToPart && Object.keys(resource.types).length > 0 ? referToPart(resource, part, schema) : schema
}

export interface DocumentOptions {
  many: boolean
  context?: string | undefined
  /** 'omit' and 'null': how links to missing pages are rendered. 'offset': pages by number, without links. */
  paged?: boolean | 'omit' | 'null' | 'offset' | undefined
  /** Allowed include paths, as in the query. */
  include?: readonly string[]
  /** Members of the document's `meta`. */
  meta?: Readonly<Record<string, TSchema>> | undefined
  /** Returns a reference to the schema of a resource, which the caller stores, instead of the schema. */
  refer?: (resource: Resource) => TSchema
}

export function documentSchema(
  resource: Resource,
  options: DocumentOptions,
  lookup: ResourceLookup,
): TSchema {
  const { many, paged, include = [], meta, context } = options
  const { refer = (each: Resource) => resourceSchema(each, { lookup, context }) } = options
  const one = refer(resource)
  const included = includableResources(resource, include, lookup).map((each) => refer(each))
  return Type.Object({
    jsonapi: jsonApiMember,
    data: many ? Type.Array(one, { description: 'The resources, in the order of the list.' }) : one,
    ...(included.length > 0 && {
      included: Type.Optional(
        Type.Array(Type.Union(included), { description: 'What `include` asked for, each resource once.' }),
      ),
    }),
    ...(resource.self && !many && { links: selfSchema('Where the resource is.') }),
    ...metaMember(meta, paged),
    ...(paged && paged !== 'offset' && { links: paged === 'null' ? nullLinksSchema : linksSchema }),
  })
}

function metaMember(meta: DocumentOptions['meta'], paged: DocumentOptions['paged']): { meta?: TSchema } {
  const ofPage = paged === 'offset' ? offsetMetaSchema : paged && pageMetaSchema
  if (!meta) return ofPage ? { meta: ofPage } : {}
  const members = { ...(ofPage ? ofPage.properties : {}), ...meta }
  const schema = Type.Object(members, { description: 'What there is to say beside the data.' })
  return { meta: Object.values(members).every(Type.IsOptional) ? Type.Optional(schema) : schema }
}

const cursor = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const pageMetaSchema = Type.Object(
  {
    page: Type.Object(
      {
        from: cursor('Cursor of the first row of this page; null when it is empty.'),
        to: cursor('Cursor of the last row of this page; null when it is empty.'),
        hasMore: Type.Boolean({ description: 'Whether there is a next page.' }),
        perPage: Type.Integer({ description: 'The limit that was used.', examples: [15] }),
      },
      { description: 'Where in the list this page is.' },
    ),
  },
  { title: 'PageMeta', description: 'About this page of the list.' },
)

const url = (description: string) =>
  Type.String({
    format: 'uri',
    description,
    examples: ['https://example.test/resources?page%5Blimit%5D=15'],
  })
const selfSchema = (description: string) =>
  Type.Object({ self: url(description) }, { description: 'Addresses.' })
const linkedSchema = Type.Object(
  { related: url('What it is related to.'), self: url('Type and id of each of them.') },
  { title: 'RelationshipLinks', description: 'Addresses to follow.' },
)
const linkToPages = {
  first: url('The first page.'),
  next: url('The page after this one.'),
  prev: url('The page before this one.'),
}
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const linksSchema = Type.Object(
  { ...linkToPages, next: Type.Optional(linkToPages.next), prev: Type.Optional(linkToPages.prev) },
  {
    title: 'PageLinks',
    description: 'Addresses to follow; a link is absent when there is no page in that direction.',
  },
)
const nullLinksSchema = Type.Object(
  { first: orNull(linkToPages.first), next: orNull(linkToPages.next), prev: orNull(linkToPages.prev) },
  {
    title: 'PageLinksOrNull',
    description: 'Addresses to follow; a link is null when there is no page in that direction.',
  },
)

export const errorSchema: TSchema = Type.Object({
  jsonapi: jsonApiMember,
  errors: Type.Array(
    Type.Object({
      status: Type.String({
        pattern: '^[1-5][0-9]{2}$',
        examples: ['422'],
        description: 'The HTTP status, as a text.',
      }),
      detail: Type.String({ description: 'What is wrong and, where it helps, what was expected.' }),
      title: Type.Optional(Type.String({ description: 'What kind of problem it is, the same each time.' })),
      code: Type.Optional(
        Type.String({
          examples: ['ORDER_ACTION_REJECT_FAILED'],
          description:
            'A stable name of the problem for programs, where it has one. New ones may come: treat one that you do not know by its status.',
        }),
      ),
      source: Type.Optional(
        Type.Object(
          {
            pointer: Type.Optional(
              Type.String({
                examples: ['data.attributes.quantity'],
                description: 'The field of the body, in dots.',
              }),
            ),
            parameter: Type.Optional(Type.String({ description: 'The query parameter.' })),
            header: Type.Optional(Type.String({ description: 'The header of the request.' })),
          },
          { description: 'What caused it.' },
        ),
      ),
      meta: Type.Optional(Type.Object({}, { description: 'Figures that belong to the problem.' })),
    }),
    { minItems: 1, description: 'All that is wrong, one entry for each field.' },
  ),
})

function attributeSchema({ schema, options }: Attribute): TSchema {
  const { deprecated, description, only } = options as {
    deprecated?: boolean
    description?: string
    only?: 'single'
  }
  const view = viewOf(schema)
  // The description of a nullable attribute is inside the union.
  const text = description ?? view.description ?? viewOf(view.anyOf?.[0] ?? {}).description
  const more = {
    ...(deprecated && { deprecated }),
    ...(text !== undefined && { description: only === 'single' ? `${text} Absent in lists.` : text }),
  }
  // A schema with a title is shared, so this description must not replace its own.
  return (view.title === undefined ? { ...schema, ...more } : { allOf: [schema], ...more }) as TSchema
}

function linkageSchema(relationship: Relationship, options: ResourceOptions): TSchema {
  const { kind, target, deprecated } = relationship
  const resource = options.lookup?.(target)
  const link = resource ? identifierSchema(resource, options) : Type.Object(plainIdentifier)
  const description = relationship.description ?? resource?.description
  const data =
    kind === 'toOne'
      ? Type.Union([link, Type.Null()], { description: 'Type and id; null when there is none.' })
      : Type.Array(link, { description: 'Type and id of each.' })
  const schema = Type.Object(
    { data },
    { ...(deprecated && { deprecated }), ...(description !== undefined && { description }) },
  )
  return Type.Optional(schema)
}

const plainIdentifier = { type: Type.String(), id: Type.String() }

function identifierSchema(target: Resource, { context, referToPart }: ResourceOptions): TSchema {
  const schema = Type.Object(identifierMembers(target, context), { description: 'Names a resource.' })
  return referToPart ? referToPart(target, 'identifier', schema) : schema
}

const identifierMembers = (resource: Resource, context: string | undefined) => ({
  type: Type.Literal(typeIn(resource, context), { description: 'The kind of resource.' }),
  id: { description: 'Its id.', ...resource.id } as TSchema,
})
