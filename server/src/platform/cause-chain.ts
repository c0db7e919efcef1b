/**
 * An error and what caused it, for the log. Of its other properties only those are kept that name things of ours: the
 * rest, such as `detail` and `where` of a database error, may hold what the work was given.
 */
export function causeChain(error: unknown): Cause[] {
  const chain: Cause[] = []
  // Bounded, as an error may be made its own cause.
  for (
    let cause = error;
    cause !== undefined && cause !== null && chain.length < 10;
    cause = causeOf(cause)
  ) {
    chain.push(cause instanceof Error ? describe(cause) : { message: String(cause) })
  }
  return chain
}

export interface Cause {
  message: string
  type?: string
  code?: unknown
  stack?: string | undefined
  [name: string]: unknown
}

const NAMES = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine']

function describe(error: Error): Cause {
  const message = isQuoting(error) ? (error.message.split(/[":]/, 1)[0] ?? '').trim() : error.message
  return {
    type: error.name,
    message,
    ...Object.fromEntries(
      NAMES.filter((name) => name in error).map((name) => [name, Reflect.get(error, name)]),
    ),
    // It begins with the message.
    stack: error.stack?.replace(error.message, () => message),
  }
}

/**
 * Classes of SQLSTATE whose messages quote our own names at most. All others, above all the data exceptions (22), may
 * quote the value that they did not like, after a colon or in quotation marks.
 */
const PLAIN = /^(08|23|25|40|42|53|54|55|57|58)...$/

function isQuoting(error: Error): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof severity === 'string' && typeof code === 'string' && !PLAIN.test(code)
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
