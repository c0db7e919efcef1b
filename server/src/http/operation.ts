/**
 * The declaration of an endpoint. The route, its validation, the rendering of its response and its entry in the OpenAPI
 * document are all derived from it, so that none of them can be forgotten.
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
import type { Actor, Person, Role, SessionState } from '../domain/actor.ts'
import type { ExpectedVersions } from '../domain/expected-version.ts'
import type { Platform } from '../platform/index.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimitPolicy } from '../platform/processes/rate-limit.ts'
import type { Deprecation } from './deprecation/deprecation.ts'
import type { DeviceCookie, SessionCookie } from './sessions/cookie.ts'

/**
 * `public`: credentials are ignored. `token`: any account, by token or session. `session`: a user who signed in; tokens are
 * refused. `person`: a user of a brand, by session or by email and password instead of a token, so that no application can
 * call it alone. The others: accounts of that kind by token or session, 403 otherwise.
 */
export type Access = 'public' | 'token' | 'session' | 'person' | 'brand' | 'retailer' | 'operator'

export type SupportUse = 'read' | 'write' | 'never'

/** Names of path parameters and their descriptions. The values are uuids unless they are declared as `slugs`. */
export type Params = Readonly<Record<string, string>>

/** Path parameters that are no uuids. The example is for the reference. */
type Slugs = Readonly<Record<string, string | { description: string; example: string }>>

export interface Operation<
  P extends Params = Params,
  Q extends QuerySpec = QuerySpec,
  B extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In the notation of OpenAPI: `/api/v1/users/{id}/config`. */
  path: string
  /** Unique name, the operationId of the OpenAPI document. */
  id: string
  /** Marks a second path of another operation. The OpenAPI document lists it after the operations with regular paths. */
  alias?: true
  tag: string
  /** One line without a full stop. */
  summary: string
  /** What a caller needs to know; the OpenAPI document renders it under the summary. */
  description: string
  access: Access
  /** The roles whose sessions may call it; `rolesOf` has the default. Applications are not limited by roles. */
  roles?: readonly Role[]
  /**
   * Whether a support session may call it: `read` even if it is read-only, `write` if it is read-write, and then the
   * call is recorded in the audit of the brand. `supportUseOf` has the default, which allows no write: each one has to
   * be declared.
   */
  support?: SupportUse
  /** The states of a session in which it may be called; `active` alone by default. */
  states?: readonly SessionState[]
  /** Requires a session in which the password was given within the last ten minutes. */
  confirmed?: true
  /** A public operation that starts a session: it needs an own `Origin`, so that no site can sign its visitors in. */
  signsIn?: true
  /** Reads the devices that the browser names; operations that sign in always do. */
  devices?: true
  /** Only if the server listens on the loopback interface, and only for a `Host` that is its own; otherwise 404. */
  localOnly?: true
  /** The description names the replacement; response headers say since when it is deprecated and when it ends. */
  deprecated?: Deprecation
  /** The deprecated uses of an operation that is not deprecated as a whole, by the names that `useIn` returns. */
  deprecatedUses?: Readonly<Record<string, Deprecation>>
  /** Returns the name of the use that a request body makes of the operation. */
  useIn?: (body: Static<B>) => string
  params?: P
  /** Path parameters that are short names or numbers instead of uuids, such as a carrier code, and their descriptions. */
  slugs?: Slugs
  query?: Q
  body?: B
  /** The body schema of the OpenAPI document, for operations that validate the body further in their handler. */
  documentedBody?: TSchema
  /** A valid body, for the reference page. */
  bodyExample?: unknown
  /** The body may be left out. */
  bodyOptional?: boolean
  /** The maximum body size in bytes. The default suits a single resource. */
  bodyLimit?: number
  /** Passes texts with a NUL or a lone surrogate to the handler, which validates them; otherwise they are refused. */
  anyText?: true
  /**
   * `json-api`: Accept and Content-Type must be the JSON:API type. `json`: either JSON type and any Accept.
   * `form`: a form body, any Accept, OAuth error bodies. `file`: like `json-api` with any Accept, because the response is a
   * file. `multipart`: like `json-api`, but the body is a form with files, which the handler validates and
   * `documentedBody` describes.
   */
  media?: 'json-api' | 'json' | 'form' | 'file' | 'multipart'
  /** Also accepts a signed link (`http/pages/signed-links.ts`) instead of a token; the request then has no actor. */
  orSignedLink?: true
  /**
   * The response contains a credential, such as a token or a signing secret. It is neither cached nor compressed: the size
   * of a compressed body that also contains text of the caller would reveal the credential byte by byte (BREACH).
   */
  secret?: true
  /**
   * The statements of a request may take longer in total than those of other operations. Each statement still has a
   * timeout of its own, so that a database that does not respond is noticed.
   */
  longRunning?: true
  /** Counts the requests of a caller against this limit instead of the general one. */
  limit?: RateLimitPolicy
  /** The URI of a JSON:API extension that Accept and Content-Type may name. */
  extension?: string
  /** Evaluates `If-Match`: the handler compares `ifMatch` with the version of the resource. Otherwise tags are refused. */
  conditional?: true
  answers: readonly Answer[]
  /** Problems of this operation in addition to the usual ones of its kind. */
  problems?: readonly { status: number; description: string }[]
  handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Reply>
}

/** A validated request. Ids are in lower case, as the database stores them. */
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
  /** The raw body, for the verification of signatures. */
  bytes: Buffer
  /** The fields of a form body. */
  form: URLSearchParams
  /** The fields and files of a multipart body. */
  parts: FormData
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The versions that `If-Match` allows, for `ifUnchanged`; set only in operations that are `conditional`. */
  ifMatch: ExpectedVersions
  address: string
  /** The value of the session cookie that the browser sent; set only in operations that sign in. */
  sessionValue: string | undefined
  /** The values of the devices that the browser names; set only in operations that sign in or declare `devices`. */
  deviceValues: readonly string[]
  /** Counts the request against an additional limit; throws a 429 problem when the limit is exceeded. */
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
      /** The naming context of resource types; the same for every answer of an operation. */
      context?: string
      /** 'null': links to missing pages are null instead of absent. 'offset': pages are numbered. */
      paged?: boolean | 'null' | 'offset'
      /** Members of the document's `meta` in addition to those of pagination. */
      meta?: Readonly<Record<string, TSchema>>
    }
  /** A body that is not a resource document; `refer` returns a reference to the schema of a resource. */
  | { schema: TSchema | ((refer: (resource: Resource) => TSchema) => TSchema); contentType?: string }
  | { empty: true }
  | { none: true }
  /** The possible media types of the file. */
  | { file: readonly string[] }
)

/** The naming context of resource types in the answers of an operation. */
export function contextOf({ answers }: Operation): string | undefined {
  for (const answer of answers) if ('resource' in answer && answer.context) return answer.context
  return undefined
}

export interface Ctx extends Platform {
  /** Set in operations that require a token, unless the caller used a signed link. */
  actor: Actor
  /** Set in operations whose `access` is `person`. */
  person: Person
  requestId: string
  /** The network address of the caller. */
  address: string
  /** The base URL under which the caller reached the server, for links. */
  publicUrl: string
  log: Log
}

export type Reply =
  | DocumentReply
  | { kind: 'json'; status: number; body: unknown; contentType?: string; headers?: Record<string, string> }
  | { kind: 'empty'; status: number }
  | { kind: 'none'; status: 200 | 204; cookie?: SessionCookie }
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
  /** Identifies the state of the rows that the document shows; a document without one is identified by its body. */
  version?: string
  /** The session cookie to set or, if null, to delete. */
  cookie?: SessionCookie
  /** By which the browser is known from now on. */
  device?: DeviceCookie | undefined
}

export interface FileReply {
  kind: 'file'
  status: 200
  /** Read with backpressure, and destroyed when the client disconnects. */
  stream: Readable | AsyncIterable<Uint8Array>
  contentType: string
  filename: string
  /** Identifies the content in the entity tag: two files at one address with equal versions have equal bytes. */
  version: string
  /** The size of the file if it is known in advance. */
  bytes?: number
  /** Pages of this server may show the file in a frame; otherwise browsers save it. For files without scripts only. */
  inline?: true
}

type DocumentOptions = Pick<
  DocumentReply,
  'form' | 'includedForm' | 'context' | 'meta' | 'version' | 'cookie' | 'device'
> & {
  status?: number
}

export function document<Row extends { id: string }>(
  resource: Resource<Row>,
  data: Row | readonly Row[] | null,
  { status = 200, ...options }: DocumentOptions = {},
): DocumentReply {
  return { kind: 'document', status, resource: resource as unknown as Resource, data, ...options }
}

/** The response of an idempotent creation, as `createdAnswers` declares it. */
export const createdDocument = <Row extends { id: string }>(
  resource: Resource<Row>,
  { row, created }: { row: Row; created: boolean },
): DocumentReply => document(resource, row, { status: created ? 201 : 200 })

/** One page of a list, as `cutPage` returns it. */
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

/** A success without data: a document that contains only `jsonapi`. */
export const empty = (status = 200): Reply => ({ kind: 'empty', status })

/** A JSON:API body that is already serialized. */
export const rendered = (text: string): Reply => ({ kind: 'rendered', status: 200, text })

/** A success without a body: 204, or 200 where the specification requires it. */
export const none = (status: 200 | 204 = 204): Reply => ({ kind: 'none', status })

/** The end of the session of the caller: 204, and the browser deletes the cookie. */
export const signedOut = (): Reply => ({ kind: 'none', status: 204, cookie: null })

/** A download under a file name, for operations whose `media` is `file`. */
export const file = (options: Omit<FileReply, 'kind' | 'status'>): Reply => ({
  kind: 'file',
  status: 200,
  ...options,
})
