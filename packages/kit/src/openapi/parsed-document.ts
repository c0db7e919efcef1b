/** The OpenAPI document as programs read it: parsed, with its references in place. */

type Json = Readonly<Record<string, unknown>>

export interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  servers: readonly { url: string }[]
  security: readonly Requirement[]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Methods>>
  webhooks?: Readonly<Record<string, Methods>>
  components: Readonly<Record<string, unknown>>
}

export type Methods = Readonly<Record<string, DescribedOperation | undefined>>

/** The security schemes that a client needs together; none if the object is empty. */
export type Requirement = Readonly<Record<string, readonly string[]>>

export interface DescribedOperation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  deprecated?: boolean
  security?: readonly Requirement[]
  parameters?: readonly Referable<DescribedParameter>[]
  requestBody?: Referable<DescribedBody>
  responses: Readonly<Record<string, Referable<DescribedResponse>>>
  'x-sunset'?: string
  'x-tradehall-roles'?: readonly string[]
  'x-tradehall-support-session'?: string
  'x-tradehall-password-confirmation'?: boolean
}

export interface DescribedParameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
  explode?: boolean
}

interface DescribedBody {
  required: boolean
  content: Content
}

export interface DescribedResponse {
  description: string
  headers?: Json
  content?: Content
}

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>

export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  deprecated?: boolean
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
}

export type Referable<Value> = Value | { $ref: string }

/** Follows references until a value is found. Members beside a reference override those of its target. */
export function resolve<Value extends object>(document: OpenApiDocument, value: Referable<Value>): Value {
  const { $ref, ...beside } = value as { $ref?: string }
  if ($ref === undefined) return value as Value
  const names = $ref.slice('#/'.length).split('/')
  const target = names.reduce<unknown>((at, name) => (at as Json)[name], document)
  return { ...resolve(document, target as Referable<Value>), ...beside }
}

export interface LocatedOperation {
  /** In upper case. */
  method: string
  path: string
  operation: DescribedOperation
}

/** All operations, in the order of the document. */
export function locatedOperations({ paths }: OpenApiDocument): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )
}
