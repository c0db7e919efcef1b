/** Ctrl-C, for tools that end in good order: aborted at the first SIGINT or SIGTERM. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
