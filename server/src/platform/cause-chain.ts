/**
 * An error and what caused it, for the log. Other properties are left out: they may hold what the work was given.
 */
export function causeChain(error: unknown): Cause[] {
  const chain: Cause[] = []
  // Bounded, as an error may be made its own cause.
  for (
    let cause = error;
    cause !== undefined && cause !== null && chain.length < 10;
    cause = causeOf(cause)
  ) {
    chain.push(
      cause instanceof Error
        ? { message: cause.message, ...('code' in cause && { code: cause.code }), stack: cause.stack }
        : { message: String(cause) },
    )
  }
  return chain
}

export interface Cause {
  message: string
  code?: unknown
  stack?: string | undefined
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)
