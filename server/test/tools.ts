/**
 * Runs commands of the kit in this process, which is faster than starting one, for tests that are not about the
 * process.
 */
import { vi } from 'vitest'
import { failureMessage } from '../src/processes/refusals.ts'

export interface ToolRun {
  exitCode: number
  output: string
  errors: string
  /** The lines of the output. */
  lines: string[]
}

/** Runs a tool as the `tradehall` command does: an error becomes one line of output and an exit code. */
export async function runTool(tool: (stop: AbortSignal) => Promise<number>): Promise<ToolRun> {
  let [output, errors] = ['', '']
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += text
      return true
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      errors += text
      return true
    }),
  ]
  try {
    const exitCode = await tool(new AbortController().signal)
    return { exitCode, output, errors, lines: output.split('\n').slice(0, -1) }
  } catch (error) {
    const sentence = await failureMessage(error)
    if (sentence === undefined) throw error
    return { exitCode: 1, output, errors: `${errors}${sentence}\n`, lines: output.split('\n').slice(0, -1) }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
