/** Declarations of resources: attributes, relationships, links and meta. */
import { type Static, type TNull, type TSchema, type TString, type TUnion, Type } from 'typebox'
import { formatInstant } from './instant.ts'
import { uuid } from './uuids.ts'

/** Encodes a column value for the wire, and describes the encoded value by a schema. */
export interface Codec<S extends TSchema = TSchema> {
  readonly schema: S
  /** Never called with null or undefined, which are null on the wire. */
  readonly encode?: (value: unknown) => unknown
  /** True if `encode` returns text that needs no JSON escaping, which saves scanning it. */
  readonly plain?: boolean
}

export const instantMicros = instant('000Z', '2026-01-05T17:02:41.000000Z')
export const instantMillis = instant('Z', '2026-01-05T17:02:41.000Z')
export const instantSeconds = instant('Z', '2026-01-05T17:02:41Z', 19)
export const instantOffset = instant('+00:00', '2026-01-05T17:02:41+00:00', 19)

function instant(ending: string, example: string, length = 23): Codec<TString> {
  return {
    schema: Type.String({ format: 'date-time', examples: [example] }),
    encode: (value) => formatInstant(value as Date, length) + ending,
    plain: true,
  }
}

type SchemaOf<T> = T extends Codec<infer S> ? S : T extends TSchema ? T : never

export function nullable<T extends TSchema | Codec>(type: T): Codec<TUnion<[SchemaOf<T>, TNull]>> {
  const { schema, ...rest } = toCodec(type)
  return { ...rest, schema: Type.Union([schema as SchemaOf<T>, Type.Null()]) }
}

export interface AttributeOptions {
  /** 'single': present when the resource is read alone, absent in lists and in `included`. */
  only?: 'single'
  deprecated?: boolean
  description?: string
}

export interface Attribute<Row = never, S extends TSchema = TSchema, O extends AttributeOptions = object>
  extends Codec<S> {
  /**
   * A column, or a function of the row and of the context of the response, if there is one. Without the second parameter it
   * must return the same for the same row, because the text of a frozen row is kept.
   */
  readonly from: (keyof Row & string) | ((row: Row, ctx: unknown) => unknown)
  readonly options: O
}

export function attribute<Row, T extends TSchema | Codec, const O extends AttributeOptions = object>(
  type: T,
  from: (keyof Row & string) | ((row: Row, ctx: unknown) => unknown),
  options?: O,
): Attribute<Row, SchemaOf<T>, O> {
  return { ...(toCodec(type) as Codec<SchemaOf<T>>), from, options: options ?? ({} as O) }
}

export interface RelationshipOptions {
  /** Further names accepted in `include`. */
  aliases?: readonly string[]
  /** 'included' (default): the member is present only if it is included. 'always': in every document. */
  linkage?: 'included' | 'always'
  deprecated?: boolean
  /** The description of the target by default. */
  description?: string
}

export interface ToOneOptions extends Omit<RelationshipOptions, 'linkage'> {
  /** 'present': also in every document whose row has a related id. */
  linkage?: RelationshipOptions['linkage'] | 'present'
}

export interface ToOne<Row = never> extends ToOneOptions {
  readonly kind: 'toOne'
  readonly target: string
  readonly from: keyof Row & string
}

/**
 * The ids are in a column of the parent; or a loader finds the children by the ids of the parents; or the targets are at
 * the end of a path of other relationships. The last kind cannot be included by its own name: it is present if its whole
 * path is included.
 */
export type ToManySource<Row = never> =
  | { ids: keyof Row & string }
  | { by: string; parent: string }
  | { along: RelationshipPath; aliases?: never; linkage?: never }

/** Names of relationships, each declared by the target of the previous one. */
export type RelationshipPath = readonly [string, ...string[]]

export interface ToMany<Row = never> extends RelationshipOptions {
  readonly kind: 'toMany'
  readonly target: string
  readonly source: ToManySource<Row>
}

export type Relationship<Row = never> = ToOne<Row> | ToMany<Row>

export function toOne<Row>(target: string, from: keyof Row & string, options: ToOneOptions = {}): ToOne<Row> {
  return { kind: 'toOne', target, from, ...options }
}

export function toMany<Row>(target: string, options: ToManySource<Row> & RelationshipOptions): ToMany<Row> {
  const { aliases, linkage, deprecated, description, ...source } = options
  if ('by' in source && linkage === 'always') {
    throw new TypeError(`linkage 'always' to ${target} needs a column of ids, not the loader ${source.by}`)
  }
  return {
    kind: 'toMany',
    target,
    source,
    ...(aliases && { aliases }),
    ...(linkage && { linkage }),
    ...(deprecated && { deprecated }),
    ...(description !== undefined && { description }),
  }
}

export type Attributes<Row = never> = Record<string, Attribute<Row, TSchema, AttributeOptions>>

export interface ResourceDeclaration<Row = never, A extends Attributes<Row> = Attributes<Row>> {
  /** Name in the registry: relationship targets and loaders use it. */
  name: string
  /** Spelling of the type on output. */
  type: string
  /** Spelling of the type on output in other named contexts. */
  types?: Record<string, string>
  /** Further spellings accepted on input; the output spellings always are. */
  accepts?: readonly string[]
  description?: string
  /** A placeholder for relationships, replaced by another resource of the same name if there is one. */
  standIn?: true
  /** Schema of the id; a uuid by default. */
  id?: TSchema
  attributes: A
  relationships?: Record<string, Relationship<Row>>
  /** By path of `include`: targets that can be loaded before the resources along the path. */
  preload?: Record<string, Preload<Row>>
  /** The `meta` of the resource object, which sparse fieldsets do not affect. */
  meta?: ResourceMeta<Row>
  /** Its URL: `links.self` of the resource, and of a document with this single resource. */
  self?: (row: Row) => string
  /** Further URLs in its `links`, by name. */
  links?: Record<string, ResourceLink<Row>>
  /** Relationships that consist of links only and cannot be included. */
  linked?: Record<string, LinkedRelationship<Row>>
}

interface ResourceLink<Row = never> {
  readonly description: string
  /** `ctx` is the context of the response, if there is one. As for attributes, without it the text may be kept. */
  readonly from: (row: Row, ctx: unknown) => string
}

export interface LinkedRelationship<Row = never> {
  readonly description: string
  readonly links: (row: Row) => { self: string; related: string }
}

/**
 * Loads the end of a path together with its start, by keys in the row: a column with the ids themselves, or with the ids
 * that the loader `by` takes. This only reduces latency: rows that it does not find are loaded along the path, and rows that
 * the path does not reach are not rendered.
 */
interface Preload<Row = never> {
  readonly ids: keyof Row & string
  readonly by?: string
  /**
   * If `by` returns more than the end of the path: names of resources. Each returned row has one row of each resource under
   * that name.
   */
  readonly of?: readonly string[]
}

export interface ResourceMeta<Row = never> {
  readonly schema: TSchema
  readonly from: (row: Row) => object
}

export interface Resource<Row = never, A extends Attributes<Row> = Attributes<Row>> {
  readonly name: string
  readonly type: string
  readonly types: Readonly<Record<string, string>>
  /** Every spelling of the type, output spellings first. */
  readonly spellings: readonly string[]
  readonly description: string | undefined
  readonly standIn: boolean
  readonly id: TSchema
  readonly attributes: A
  readonly relationships: Readonly<Record<string, Relationship<Row>>>
  readonly meta: ResourceMeta<Row> | undefined
  readonly self: ((row: Row) => string) | undefined
  readonly links: Readonly<Record<string, ResourceLink<Row>>>
  readonly linked: Readonly<Record<string, LinkedRelationship<Row>>>
  readonly preloads: readonly {
    along: RelationshipPath
    ids: string
    by: string | undefined
    of: readonly string[] | undefined
  }[]
  /** The relationships that are defined by a path. */
  readonly paths: readonly { name: string; along: RelationshipPath }[]
}

export function resource<Row extends { id: string }>(): <const A extends Attributes<Row>>(
  declaration: ResourceDeclaration<Row, A>,
) => Resource<Row, A> {
  return (declaration) => {
    const { name, type, types = {}, accepts = [], description, id, attributes, meta } = declaration
    const { relationships = {}, preload = {}, self, links = {}, linked = {} } = declaration
    for (const relationship of Object.keys({ ...relationships, ...linked })) {
      // JSON:API puts both kinds of fields into one namespace, and sparse fieldsets rely on it.
      if (Object.hasOwn(attributes, relationship)) {
        throw new TypeError(`${name}: ${relationship} is both an attribute and a relationship`)
      }
    }
    return {
      name,
      type,
      types,
      spellings: [...new Set([type, ...Object.values(types), ...accepts])],
      description,
      standIn: declaration.standIn ?? false,
      id: id ?? uuid(),
      attributes,
      relationships,
      meta,
      self,
      links,
      linked,
      preloads: Object.entries(preload).map(([path, { ids, by, of }]) => ({
        along: path.split('.') as [string, ...string[]],
        ids,
        by,
        of,
      })),
      paths: Object.entries(relationships).flatMap(([name, relationship]) =>
        relationship.kind === 'toMany' && 'along' in relationship.source
          ? [{ name, along: relationship.source.along }]
          : [],
      ),
    }
  }
}

/** Spelling of a resource's type in a context; the default one if the context has none. */
export function typeIn(resource: Resource, context: string | undefined): string {
  return context !== undefined && Object.hasOwn(resource.types, context)
    ? resource.types[context]!
    : resource.type
}

type SingleOnly<A> = { [K in keyof A]: A[K] extends { options: { only: 'single' } } ? K : never }[keyof A]
type Wire<A, K extends keyof A> = A[K] extends Codec<infer S> ? Static<S> : never

/** The attributes of a resource on the wire; those of single reads are optional. */
export type AttributesOf<R> =
  R extends Resource<infer _Row, infer A>
    ? { [K in Exclude<keyof A, SingleOnly<A>>]: Wire<A, K> } & { [K in SingleOnly<A>]?: Wire<A, K> }
    : never

/** The row a resource is rendered from. */
export type RowOf<R> =
  R extends Resource<infer Row, infer _A> ? ([Row] extends [never] ? { id: string } : Row) : never

function toCodec(type: TSchema | Codec): Codec {
  // A codec is recognized by its property `schema`, which is no keyword of JSON Schema.
  return 'schema' in type ? type : { schema: type }
}
