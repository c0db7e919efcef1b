/** A typed request for every operation, lists of any path, and linked resources. */
import { linkIncluded, type ResourceDocument } from './included.ts'
import type { Settings } from './options.ts'
import { createList, type Direction, type List, type ListDocument } from './pages.ts'
import { type CallOptions, type PlainResponse, type RequestInputs, Requests } from './requests.ts'
import type {
  Arguments,
  CompleteDocument,
  DocumentOf,
  IncludeOf,
  Inputs,
  Method,
  OperationOf,
  PathOf,
  Result,
  WithoutFields,
} from './types.ts'

type ParametersOf<P extends PathOf<'GET'>> = Omit<Inputs<OperationOf<'GET', P>>, 'body' | 'query'>
type QueryOf<P extends PathOf<'GET'>> =
  Inputs<OperationOf<'GET', P>> extends { query?: infer Q }
    ? Omit<NonNullable<Q>, 'include'>
    : Record<never, never>

export type ReadOptions<P extends PathOf<'GET'>, I extends string, Q> = ParametersOf<P> &
  CallOptions & {
    /** Related resources to return, under `related`; a longer path brings the shorter ones along. */
    include?: readonly I[]
  } & (Record<never, never> extends QueryOf<P> ? { query?: Q } : { query: Q })

export type ListOptions<P extends PathOf<'GET'>, I extends string, Q> = ReadOptions<P, I, Q> & {
  /** `backward` follows the links to previous pages, from `page[before]` of the query. */
  direction?: Direction
}

export class ApiOperations {
  readonly #requests: Requests

  constructor(settings: Settings) {
    this.#requests = new Requests(settings)
  }

  /** Any operation of the API; resolves with its document. All attributes are there unless `fields[…]` asks for few. */
  async request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<WithoutFields<Inputs<OperationOf<M, P>>> & CallOptions>
  ): Promise<CompleteDocument<DocumentOf<OperationOf<M, P>>>>
  async request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<Inputs<OperationOf<M, P>> & CallOptions>
  ): Promise<DocumentOf<OperationOf<M, P>>>
  async request(method: Method, path: string, options?: RequestInputs): Promise<unknown> {
    return await this.#requests.send(method, path, options)
  }

  /** One resource, with what it includes under `related`. */
  async get<P extends PathOf<'GET'>, I extends IncludeOf<'GET', P> = never, Q extends QueryOf<P> = never>(
    path: P,
    ...[options]: Arguments<ReadOptions<P, I, Q>>
  ): Promise<Result<'GET', P, I, 'single', Q>> {
    const document = await this.#requests.send('GET', path, withInclude(options))
    return linkIncluded(document as ResourceDocument | undefined)?.data as Result<'GET', P, I, 'single', Q>
  }

  /** A list, to be walked with `for await`, by item or by page. */
  list<P extends PathOf<'GET'>, I extends IncludeOf<'GET', P> = never, Q extends QueryOf<P> = never>(
    path: P,
    ...[options]: Arguments<ListOptions<P, I, Q>>
  ): List<Result<'GET', P, I, 'list', Q>> {
    const inputs = withInclude(options)
    const { direction = 'forward' } = (options ?? {}) as { direction?: Direction }
    return createList({
      url: this.#requests.urlOf(path, inputs),
      direction,
      read: async (url) => {
        const document = await this.#requests.follow(url, inputs)
        return linkIncluded(document as (ListDocument & ResourceDocument) | undefined)
      },
    })
  }

  /** A file, such as a label or a report. The timeout ends with the headers; the signal covers the body too. */
  async download<P extends PathOf<'GET'>>(
    path: P,
    ...[options]: Arguments<ParametersOf<P> & CallOptions>
  ): Promise<Response> {
    return await this.#requests.download(path, (options ?? {}) as RequestInputs)
  }

  /**
   * A request whose path is known at run time only, for tools that are about the API itself. Nothing of the response is
   * parsed; errors are thrown as always.
   */
  async sendPlainly(method: Method, path: string, inputs: RequestInputs = {}): Promise<PlainResponse> {
    return await this.#requests.sendPlainly(method, path, inputs)
  }
}

function withInclude(options: unknown): RequestInputs {
  const { include, query, ...others } = (options ?? {}) as RequestInputs & { include?: readonly string[] }
  return { ...others, query: { ...query, ...(include && { include }) } }
}
