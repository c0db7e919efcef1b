/** The spans of statements and transactions. Values are never part of them, only the texts with their parameters. */
import { type Span, SpanKind } from '@opentelemetry/api'
import { markFailed, type Tracing } from '../tracing/tracing.ts'
import type { Query } from './query.ts'
import { summarizeStatement } from './statement-summary.ts'
import { type Statement, statementOf } from './statements.ts'

export interface StatementSpans {
  /** `queries` are sent together. */
  statement<T>(queries: readonly Query[], work: () => Promise<T>): Promise<T>
  /** Its time outside of statements is spent waiting for a connection, in code, and on the commit. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

const SYSTEM = { 'db.system.name': 'postgresql' }

export function traceStatements(tracing: Tracing): StatementSpans {
  return {
    statement(queries, work) {
      const described = describe(queries)
      const span = tracing.startInside(described.name, {
        kind: SpanKind.CLIENT,
        attributes: described.attributes,
      })
      return span ? endWith(span, work()) : work()
    },
    transaction(work) {
      const span = tracing.startInside('TRANSACTION', { kind: SpanKind.CLIENT, attributes: SYSTEM })
      return span ? endWith(span, tracing.run(span, work)) : work()
    },
  }
}

async function endWith<T>(span: Span, result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

interface Description {
  name: string
  attributes: Record<string, string | number>
}

const described = new WeakMap<Statement, Description>()

function describe(queries: readonly Query[]): Description {
  const [first, ...others] = queries.map(describeOne) as [Description, ...Description[]]
  if (others.length === 0) return first
  const name = [first, ...others].map((one) => one.name).join('; ')
  return {
    name,
    attributes: { ...SYSTEM, 'db.query.summary': name, 'db.operation.batch.size': queries.length },
  }
}

function describeOne(query: Query): Description {
  // A script has no parameters, so its text may contain values.
  if (typeof query.strings === 'string') return describeText(query.strings, false)
  const { statement } = statementOf(query)
  const known = described.get(statement)
  if (known) return known
  const description = describeText(statement.text, true)
  described.set(statement, description)
  return description
}

function describeText(text: string, hasParameters: boolean): Description {
  const name = summarizeStatement(text)
  return {
    name,
    attributes: {
      ...SYSTEM,
      'db.query.summary': name,
      ...(hasParameters && { 'db.query.text': text.replaceAll(/\s+/g, ' ').trim() }),
    },
  }
}
