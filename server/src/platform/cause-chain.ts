/**
 * Describes an error and its causes for the log. Of the other properties only names of schema objects and codes are
 * included: `detail` or `where` of a database error, for example, may contain user data.
 */
export function causeChain(error: unknown): Cause[] {
  const chain: Cause[] = []
  // Bounded, because an error may be its own cause.
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
    // The stack begins with the message.
    stack: error.stack?.replace(error.message, () => message),
  }
}

/**
 * SQLSTATE classes whose messages quote only names of schema objects. All others, above all the data exceptions (22), may
 * quote the invalid value, after a colon or in quotation marks.
 */
const PLAIN = /^(08|23|25|40|42|53|54|55|57|58)...$/

function isQuoting(error: Error): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof severity === 'string' && typeof code === 'string' && !PLAIN.test(code)
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
