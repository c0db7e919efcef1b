/**
 * The minimal handler of a read: the framework and the reader of the server, the leanest statements, and the rows as
 * they arrive written as JSON. There is no authentication, validation, limit, log, metric, format or link.
 */
import { openReader, type ResultRow, type Statement } from '@tradehall/pg-reader'
import { type FastifyInstance, fastify } from 'fastify'
import pg from 'pg'
import { connectionCandidates } from '../src/platform/sql/settings.ts'
import { type BenchCase, type BenchRequest, cases } from './cases.ts'
import type { Facts } from './facts.ts'
import { parameterCount } from './raw-line.ts'

/** More than a benchmark has in flight. */
const MAX_QUEUED = 2000

/** Each case has a path; below it are the size of the response and the parameters of the statements. */
export function buildMinimalApp(databaseUrl: string, connections: number): FastifyInstance {
  const [settings] = connectionCandidates(databaseUrl, { name: 'tradehall bench', isReadOnly: true })
  const reader = openReader({
    client: () => new pg.Client(settings),
    connections,
    queue: MAX_QUEUED,
    types: { getTypeParser: () => String },
  })
  const app = fastify()
  app.addHook('onClose', () => reader.end())
  for (const [index, { ceiling, hasMinimal }] of cases.entries()) {
    if (!ceiling || !hasMinimal) continue
    const statements = ceiling.statements.map((text, i) => new MinimalStatement(`${index} ${i}`, text))
    app.get(`/${index}/*`, async (request, reply) => {
      const [bytes, ...parameters] = (request.params as { '*': string })['*'].split('/')
      const sets = await Promise.all(
        statements.map((one) => reader.read(one, parameters.slice(0, one.parameters))),
      )
      reply.header('content-type', 'application/json')
      return writeRows(sets, Number(bytes))
    })
  }
  return app
}

class MinimalStatement implements Statement {
  readonly name: string
  readonly text: string
  readonly parameters: number

  constructor(name: string, text: string) {
    this.name = name
    this.text = text
    this.parameters = parameterCount(text)
  }
}

/** Spaces at the end, which JSON allows, stand in for the parts of the response that no column contains. */
const writeRows = (sets: readonly ResultRow[][], bytes: number) => JSON.stringify(sets).padEnd(bytes)

/** The requests of a case, with the same headers and in the same order, for its minimal handler. */
export function minimalRequests(
  one: BenchCase,
  { requests, facts, bytes }: { requests: readonly BenchRequest[]; facts: Facts; bytes: number },
): BenchRequest[] {
  const parameters = one.ceiling?.parameters(facts) ?? []
  return requests.map((request, i) => ({
    ...request,
    path: `/${cases.indexOf(one)}/${[bytes, ...(parameters[i] ?? []).map(encodeURIComponent)].join('/')}`,
  }))
}
