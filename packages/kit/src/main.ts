/** The `tradehall-kit` command: parses arguments, runs a command, and prints failures as one sentence. */
import { Command } from 'commander'
import { addKitCommands } from './commands.ts'
import { ConfigError, StartRefused } from './failures.ts'
import { kitSettings } from './settings.ts'
import { VERSION } from './version.ts'

const program = new Command('tradehall-kit')
  .description('Commands for integrators of a Tradehall marketplace.')
  .version(VERSION, '--version')
  .addHelpText('after', environmentHelp())
addKitCommands(program, { environment: process.env, run })
await program.parseAsync()

async function run(command: () => Promise<number>): Promise<never> {
  try {
    const { onClosedPipe } = await import('./terminal/printing.ts')
    onClosedPipe(() => process.exit(0))
    process.exit(await command())
  } catch (error) {
    process.stderr.write(`${messageFor(error)}\n`)
    process.exit(1)
  }
}

/** A sentence for what the user can change; the stack of what is a bug. */
function messageFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  const { path, code = '', message } = error as NodeJS.ErrnoException
  const isOfFile = path !== undefined || ['EISDIR', 'ENOSPC', 'EROFS'].includes(code)
  return isOfFile ? `A file or folder cannot be used: ${message}.` : (error.stack ?? message)
}

function environmentHelp(): string {
  const { url, clientId, clientSecret, dataDir } = kitSettings
  const lines = [url, clientId, clientSecret, dataDir].map(
    ({ variable, explanation }) => `  ${variable.padEnd(25)}${explanation}`,
  )
  return `\nSettings come from the environment:\n${lines.join('\n')}\n`
}
