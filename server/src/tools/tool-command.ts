/**
 * A command of `tradehall` for integrators. It is declared apart from the code that runs it, so that
 * `tradehall --help` loads the declarations alone.
 */
export interface ToolCommand {
  /** Name and arguments, as `--help` prints them. */
  usage: string
  description: string
  /** In addition to those of every tool that connects to a server. */
  options: readonly { flags: string; description: string; choices?: readonly string[] }[]
  /** Printed below the options. */
  help: string
  /** Imports the tool and runs it; resolves with the exit code. */
  run(call: ToolCall): Promise<number>
}

interface ToolCall {
  /** The positional arguments of `usage`. */
  args: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: their shape follows from the declared flags.
  options: any
  environment: Record<string, string | undefined>
  /** Aborted at Ctrl-C. */
  stop: AbortSignal
}
