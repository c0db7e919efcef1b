/** Registers the tools with the official SDK. */
import {
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { compileInput, Problem } from '@tradehall/jsonapi'
import type { TObject } from 'typebox'
import { VERSION } from '../version.ts'
import { failureText } from './failure.ts'
import type { Surroundings, Tool } from './tool.ts'
import { ToolRefused } from './tool-refused.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `Tools for a Tradehall sandbox: a wholesale marketplace with demo data on this machine, for writing and testing connectors of brands. Nothing here reaches a real marketplace.

Begin with search_operations and read_operation instead of guessing paths and fields; read_guide explains concepts such as orders, webhooks and stock. Read with get and change with send_request, as the demo brand unless you name another account. trigger_event makes an order go through its life; list_requests and list_deliveries show what reached the server and what became of webhooks. Deadlines follow the clock of the sandbox, which move_clock moves. run_lesson checks a connector whose certify.json lies in the folder of this server.

Long results come in parts: call read_more with the cursor at their end. Secrets are replaced by [redacted]: read them from the dashboard or sandbox.json, never ask a tool for them.`

/** Clients usually wait for a minute. No single request takes as long, but several requests of a tool may. */
const CALL_MS = 57_000

/** One server for each connection. */
export function createMcpServer(surroundings: Surroundings, callMs = CALL_MS): McpServer {
  const server = new McpServer(
    { name: 'tradehall', title: 'Tradehall sandbox', version: VERSION },
    { instructions: INSTRUCTIONS },
  )
  for (const tool of TOOLS) register(server, tool, surroundings, callMs)
  return server
}

function register(server: McpServer, tool: Tool, surroundings: Surroundings, callMs: number): void {
  const { name, title, description, input } = tool
  server.registerTool(
    name,
    { title, description, inputSchema: schemaOf(input), annotations: annotationsOf(tool) },
    async (given: unknown, context: ServerContext) => {
      const cancelled = context.mcpReq.signal
      const { sandbox, texts } = surroundings
      const progress = progressOf(context)
      try {
        const text = await withinTime(callMs, cancelled, async (signal) =>
          tool.run(given as never, { ...surroundings, signal, progress }),
        )
        return { content: [{ type: 'text' as const, text: texts.begin(text) }] }
      } catch (error) {
        const text = texts.begin(failureText(error, sandbox, cancelled))
        return { content: [{ type: 'text' as const, text }], isError: true }
      }
    },
  )
}

async function withinTime(
  ms: number,
  cancelled: AbortSignal,
  run: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const limit = new AbortController()
  const late = new ToolRefused(
    `The call was given up after ${ms / 1000} seconds. What it has changed by then stays changed: look before you call it again.`,
  )
  const timer = setTimeout(() => limit.abort(late), ms)
  const isLate = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(late), { once: true })
  })
  try {
    return await Promise.race([run(AbortSignal.any([cancelled, limit.signal])), isLate])
  } finally {
    clearTimeout(timer)
  }
}

/** What clients show and ask before they call it. */
const annotationsOf = ({ title, effect, isIdempotent, runsProgram = false }: Tool) => ({
  title,
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes',
  idempotentHint: isIdempotent ?? effect === 'reads',
  openWorldHint: runsProgram,
})

/** Mistakes in arguments are explained in the same words as mistakes in requests to the API. */
const schemaOf = (schema: TObject) =>
  fromJsonSchema<unknown>(schema as unknown as JsonSchemaType, {
    getValidator: <T>() => {
      const check = compileInput(schema)
      return (value: unknown) => {
        try {
          return { valid: true, data: check(value) as T, errorMessage: undefined }
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          return { valid: false, data: undefined, errorMessage: mistakesIn(error) }
        }
      }
    },
  })

const mistakesIn = ({ errors }: Problem) =>
  errors.map(({ detail, source }) => (source?.pointer ? `${source.pointer}: ${detail}` : detail)).join(' ')

/** Clients that want to know give a token with the call. */
function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  return (message) => {
    const params = { progressToken, progress: ++progress, message }
    // A client that has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
