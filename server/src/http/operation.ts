/**
 * What an endpoint declares. From one declaration come the route, the checks before its handler, the rendering of its
 * answer and its entry in the OpenAPI document, so that none of them can be forgotten.
 */
import type { Readable } from 'node:stream'
import type {
  CutPage,
  FilterSpec,
  Query,
  QuerySpec,
  RenderForm,
  Resource,
  ValueSpec,
} from '@tradehall/jsonapi'
import type { Static, TSchema } from 'typebox'
import type { Platform } from '../platform/index.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimitPolicy } from '../platform/rate-limit.ts'
import type { Actor, Person } from './actor.ts'
import type { Deprecation } from './deprecation.ts'

/**
 * `public`: no token is looked at. `token`: any account. `person`: a user of a brand, with email and password instead of
 * a token, so that no program can do it alone. The rest: accounts of that kind, 403 for others.
 */
export type Access = 'public' | 'token' | 'person' | 'brand' | 'retailer' | 'operator'

/** Path parameters, uuids unless they are `slugs`, with a sentence each. */
export type Params = Readonly<Record<string, string>>

export interface Operation<
  P extends Params = Params,
  Q extends QuerySpec = QuerySpec,
  B extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As OpenAPI writes it: `/api/v1/users/{id}/config`. */
  path: string
  /** Unique name, the operationId of the OpenAPI document. */
  id: string
  /** A second path of another operation: the OpenAPI document lists it after those with the usual path. */
  alias?: true
  tag: string
  /** A line without a full stop. */
  summary: string
  /** What a caller has to know to use it; the OpenAPI document shows it under the summary. */
  description: string
  access: Access
  /** Still served, and better replaced: the description says by what. The answers tell since when and how long. */
  deprecated?: Deprecation
  /** Where only some of its uses are: those, by the names that `useIn` gives them. The others are not touched. */
  deprecatedUses?: Readonly<Record<string, Deprecation>>
  /** Which use of it a body is. */
  useIn?: (body: Static<B>) => string
  params?: P
  /** Path parameters that are short names instead, such as that of a carrier, with a sentence each. */
  slugs?: Params
  query?: Q
  body?: B
  /** What the OpenAPI document shows of a body that the verb itself checks further. */
  documentedBody?: TSchema
  /** A value that the body schema accepts, for the reference page. */
  bodyExample?: unknown
  /** The body may be left out. */
  bodyOptional?: boolean
  /** Largest body in bytes; the default suits a single resource. */
  bodyLimit?: number
  /** Texts with a NUL or half a surrogate pair reach the verb, which judges them; elsewhere they fail the request. */
  anyText?: true
  /**
   * `json-api`: Accept and Content-Type must be the JSON:API type. `json`: either JSON type and any Accept.
   * `form`: a form body, any Accept, OAuth error bodies. `file`: like `json-api`, but with any Accept, as the answer is a
   * file. `multipart`: like `json-api`, but the body is a form with files, which the verb checks; `documentedBody` tells of it.
   */
  media?: 'json-api' | 'json' | 'form' | 'file' | 'multipart'
  /** Without a token it also answers whoever has a signed link to it (`http/signed-links.ts`); there is no actor then. */
  orSignedLink?: true
  /** URI of an extension of JSON:API that Accept and Content-Type may name. */
  extension?: string
  answers: readonly Answer[]
  /** Problems of this operation beyond those that every operation of its kind has. */
  problems?: readonly { status: number; description: string }[]
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Reply>
}

/** A request as its operation declares it, checked. Ids are in lower case, as the database writes them. */
export interface Input<
  P extends Params = Params,
  Q extends QuerySpec = QuerySpec,
  B extends TSchema = TSchema,
> {
  params: { readonly [Name in keyof P]: string }
  slugs: Readonly<Record<string, string>>
  query: Omit<Query, 'filter' | 'parameters'> & {
    filter: Optional<{ [Name in keyof Q['filters']]: FilterValue<Q['filters'][Name]> }>
    parameters: Optional<{ [Name in keyof Q['parameters']]: ParameterValue<Q['parameters'][Name]> }>
  }
  body: Static<B>
  /** The body as it was sent, for signatures over it. */
  bytes: Buffer
  /** The fields of a form body. */
  form: URLSearchParams
  /** The fields and files of a multipart body. */
  parts: FormData
  headers: Readonly<Record<string, string | string[] | undefined>>
  address: string
  /** Counts the request against a limit of its own; throws when it is used up. */
  count: (policy: RateLimitPolicy, key: string) => Promise<void>
}

type Optional<Values> = { readonly [Name in keyof Values]?: Values[Name] }
type ParameterValue<Spec> = Spec extends { schema: infer Schema extends TSchema } ? Static<Schema> : unknown
type OneOrMany<Spec extends ValueSpec> = Spec['kind'] extends 'one'
  ? Static<Spec['schema']>
  : Static<Spec['schema']>[]
type FilterValue<Spec> = Spec extends { operators: infer Operators extends Record<string, ValueSpec> }
  ? Optional<{ [Name in keyof Operators]: OneOrMany<Operators[Name]> }>
  : Spec extends ValueSpec & FilterSpec
    ? OneOrMany<Spec>
    : unknown

export type Answer = { status: number; description: string } & (
  | {
      resource: Resource
      many?: boolean
      /** Which spelling the types have; the same for every answer of an operation. */
      context?: string
      /** 'null': links to pages that do not exist are null instead of absent. 'offset': pages by number. */
      paged?: boolean | 'null' | 'offset'
      /** Members of the document's `meta`, other than those of pages. */
      meta?: Readonly<Record<string, TSchema>>
    }
  /** Another shape; `refer` stands for a resource in it. */
  | { schema: TSchema | ((refer: (resource: Resource) => TSchema) => TSchema); contentType?: string }
  | { empty: true }
  | { none: true }
  /** The media types that the file may have. */
  | { file: readonly string[] }
)

/** Which spelling the types have in the answers of an operation. */
export function contextOf({ answers }: Operation): string | undefined {
  for (const answer of answers) if ('resource' in answer && answer.context) return answer.context
  return undefined
}

export interface Ctx extends Platform {
  /** Set on every operation that asks for a token, unless it was asked by a signed link. */
  actor: Actor
  /** Set on operations for a person. */
  person: Person
  requestId: string
  /** The address that the caller uses, for links. */
  publicUrl: string
  log: Log
}

export type Reply =
  | DocumentReply
  | { kind: 'json'; status: number; body: unknown; contentType?: string; headers?: Record<string, string> }
  | { kind: 'empty'; status: number }
  | { kind: 'none'; status: 200 | 204 }
  | { kind: 'rendered'; status: number; text: string }
  | FileReply

export interface DocumentReply {
  kind: 'document'
  status: number
  resource: Resource
  data: { id: string } | readonly { id: string }[] | null
  form?: RenderForm
  includedForm?: RenderForm
  context?: string
  meta?: object
  page?: CutPage<{ id: string }>
}

export interface FileReply {
  kind: 'file'
  status: 200
  /** Read no faster than the client takes it, and destroyed when the client goes away. */
  stream: Readable | AsyncIterable<Uint8Array>
  contentType: string
  filename: string
  /** How long the file is, where that is known beforehand. */
  bytes?: number
}

type DocumentOptions = Pick<DocumentReply, 'form' | 'includedForm' | 'context' | 'meta'> & { status?: number }

export function document<Row extends { id: string }>(
  resource: Resource<Row>,
  data: Row | readonly Row[] | null,
  { status = 200, ...options }: DocumentOptions = {},
): DocumentReply {
  return { kind: 'document', status, resource: resource as unknown as Resource, data, ...options }
}

/** One page of a list, as `cutPage` gives it. */
export function pageDocument<Row extends { id: string }>(
  resource: Resource<Row>,
  page: CutPage<Row>,
  options: Pick<DocumentReply, 'context' | 'includedForm'> = {},
): DocumentReply {
  return { ...document(resource, page.rows, options), page }
}

/** A body that is not a JSON:API document. */
export const json = (
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): Reply => ({
  kind: 'json',
  status: options.status ?? 200,
  body,
  ...(options.headers && { headers: options.headers }),
})

/** A success with nothing to return: a document with `jsonapi` alone. */
export const empty = (status = 200): Reply => ({ kind: 'empty', status })

/** A JSON:API body of another shape than a document, as text. */
export const rendered = (text: string): Reply => ({ kind: 'rendered', status: 200, text })

/** A success without a body: 204, or 200 where the published contract says so. */
export const none = (status: 200 | 204 = 204): Reply => ({ kind: 'none', status })

/** A file to be saved under a name, for operations with the media `file`. */
export const file = (options: Omit<FileReply, 'kind' | 'status'>): Reply => ({
  kind: 'file',
  status: 200,
  ...options,
})
