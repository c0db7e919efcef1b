/** Types of calls, derived from the generated types of the API. */
import type { components, paths } from './generated/api.ts'
import type { IncludePaths, Many, One, SingleOnly } from './generated/includes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in Lowercase<M>]: unknown } ? P : never
}[keyof paths]

export type OperationOf<M extends Method, P extends PathOf<M>> = paths[P] extends {
  [K in Lowercase<M>]: infer O
}
  ? O
  : never

/** The attributes, relationships and so on of a resource of the API: `Schema<'Order'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** Of an open union the values that this version knows: for tables that name each of them. */
export type Known<T> = T extends unknown ? (string extends T ? never : T) : never

/** Path parameters, query and body of an operation; optional where it needs none. */
export type Inputs<O> = ParametersOf<O> & BodyOf<O>

type ParametersOf<O> = O extends { parameters: infer P } ? Pick<P, keyof P & ('path' | 'query')> : unknown
/** A text is sent as it is: a document that was serialized before. */
type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { body: Sendable<C[keyof C]> | RawBody }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: Sendable<C[keyof C]> | RawBody }
    : { body?: never }

/** Bodies are only read, so constants will do. */
type Sendable<T> = T extends readonly (infer E)[]
  ? readonly Sendable<E>[]
  : T extends object
    ? { [K in keyof T]: Sendable<T[K]> }
    : T

export type RawBody = string | FormData | URLSearchParams

/** The document of a successful response; undefined where there is none. */
export type DocumentOf<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: infer C } ? C[keyof C] : undefined }[keyof R]
  : never

type DataOf<O> = DocumentOf<O> extends { data: infer D } ? D : never

/** The resource that an operation returns, or lists. */
type ItemOf<O> = DataOf<O> extends readonly (infer T)[] ? T : NonNullable<DataOf<O>>

/** The include paths that an operation takes. */
export type IncludeOf<M extends Method, P extends string> = `${M} ${P}` extends keyof IncludePaths
  ? keyof IncludePaths[`${M} ${P}`] & string
  : never

type IncludesOf<M extends Method, P extends string> = `${M} ${P}` extends keyof IncludePaths
  ? IncludePaths[`${M} ${P}`]
  : Record<never, never>

/** Lists and includes leave some attributes out. */
type Form = 'single' | 'list'

type SingleOnlyOf<T> = T extends keyof SingleOnly ? SingleOnly[T] : never

/** All attributes are there unless `fields[…]` asks for few. */
type Complete<R, F extends Form> = R extends { type: infer T; attributes: infer A }
  ? Omit<R, 'attributes'> & {
      attributes: F extends 'single' ? Required<A> : CompleteInList<A, SingleOnlyOf<T>>
    }
  : R

type CompleteInList<A, Single> = {
  [K in keyof A as K extends Single ? never : K]-?: A[K]
} & { [K in keyof A as K extends Single ? K : never]?: A[K] }

/** A document in which all attributes are there. */
export type CompleteDocument<D> = { [K in keyof D]: K extends 'data' ? CompleteData<D[K]> : D[K] }

type CompleteData<D> = D extends readonly (infer R)[] ? Complete<R, 'list'>[] : Complete<D, 'single'>

/** Inputs that ask for all attributes. */
export type WithoutFields<I> = { [K in keyof I]: K extends 'query' ? WithoutFieldsIn<I[K]> : I[K] }

type WithoutFieldsIn<Q> = { [K in keyof Q]: K extends `fields[${string}]` ? never : Q[K] }

/** The first name of include paths, and what follows one. */
type Head<P extends string> = P extends `${infer H}.${string}` ? H : P
type Tail<P extends string, H extends string> = P extends `${H}.${infer T}` ? T : never

/** A resource with its included resources under `related`. */
export type Linked<R, Map, P extends string, F extends Form, Prefix extends string = ''> = Complete<R, F> & {
  readonly related: {
    readonly [H in Head<P>]: `${Prefix}${H}` extends keyof Map
      ? Map[`${Prefix}${H}`] extends Many<infer T>
        ? readonly Linked<T, Map, Tail<P, H>, 'list', `${Prefix}${H}.`>[]
        : Map[`${Prefix}${H}`] extends One<infer T>
          ? Linked<T, Map, Tail<P, H>, 'list', `${Prefix}${H}.`> | null
          : never
      : never
  }
}

/** As `Linked`, of an operation. With `fields[…]` in the query any attribute may be missing. */
export type Result<M extends Method, P extends PathOf<M>, I extends string, F extends Form, Q = never> = [
  Q,
] extends [never]
  ? Linked<ItemOf<OperationOf<M, P>>, IncludesOf<M, P>, I, F>
  : keyof Q & `fields[${string}]` extends never
    ? Linked<ItemOf<OperationOf<M, P>>, IncludesOf<M, P>, I, F>
    : ItemOf<OperationOf<M, P>> & Pick<Linked<ItemOf<OperationOf<M, P>>, IncludesOf<M, P>, I, F>, 'related'>

/** No argument where nothing is required. */
export type Arguments<T> = Record<never, never> extends T ? [options?: T] : [options: T]
