/** `mcp`: lets coding tools use a running sandbox, by the Model Context Protocol over stdin and stdout. */
import { setTimeout as pause } from 'node:timers/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { type ConnectOptions, CredentialsRefused, NotASandbox } from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { remark } from '../terminal/printing.ts'
import { Lessons } from './lessons.ts'
import { redactor } from './redaction.ts'
import { Sandbox } from './sandbox.ts'
import { createMcpServer } from './server.ts'
import { Texts } from './texts.ts'

export interface McpOptions extends ConnectOptions {
  /** The `certify.json` of the connector that lessons are played with. */
  config?: string
}

/** Returns the exit code, when the client has gone. Only the protocol is written to stdout. */
export async function mcp(
  { config, ...options }: McpOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const sandbox = new Sandbox(options, environment)
  await refuseProduction(sandbox)
  const lessons = new Lessons({ sandbox, config, environment })
  const texts = new Texts(redactor(sandbox.secrets))
  const onerror = (error: Error) => remark(`mcp: ${error.message}`)
  if (process.stdin.isTTY)
    remark(
      'Waiting for a coding tool on stdin. docs/integrators/coding-tools.md tells how to connect one; Ctrl-C ends this.',
    )
  const transport = new StdioServerTransport()
  const handle = serveStdio(() => createMcpServer({ sandbox, lessons, texts }), { transport, onerror })
  await hasEnded(transport, stop)
  await handle.close()
  await lessons.close()
  return 0
}

/** Clients wait a few seconds for the program to start. */
const CHECK_MS = 3000

/** Goes on if the sandbox does not run or respond yet, because editors start this program when they start. */
async function refuseProduction(sandbox: Sandbox): Promise<void> {
  try {
    await Promise.race([sandbox.connection(), pause(CHECK_MS)])
  } catch (error) {
    const isFinal = [NotASandbox, CredentialsRefused].some((kind) => error instanceof kind)
    if (isFinal || !(error instanceof StartRefused)) throw error
    remark(`${error.message} Until then every tool says so.`)
  }
}

/** Clients end the program by closing its input, or with a signal. A line that is too long for a message ends it, too. */
function hasEnded(transport: StdioServerTransport, stop: AbortSignal): Promise<void> {
  const { onclose } = transport
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
