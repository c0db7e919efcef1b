/** What commands print that a test runs in its own process. */
import { onTestFinished, vi } from 'vitest'

/** Keeps standard output and standard error until the test ends; returns what was written to either so far. */
export function captureOutput(): () => string {
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  onTestFinished(() => {
    for (const write of writes) write.mockRestore()
  })
  return () => writes.flatMap(({ mock }) => mock.calls.map(([text]) => String(text))).join('')
}
