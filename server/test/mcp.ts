/** Calls the tools of `tradehall mcp` with the client of the SDK: in this process, or in one of its own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { expect, onTestFinished } from 'vitest'
import type { Limits } from '../../packages/kit/src/connection.ts'
import { Lessons } from '../../packages/kit/src/mcp/lessons.ts'
import { redactor } from '../../packages/kit/src/mcp/redaction.ts'
import { Sandbox } from '../../packages/kit/src/mcp/sandbox.ts'
import { createMcpServer } from '../../packages/kit/src/mcp/server.ts'
import { Texts } from '../../packages/kit/src/mcp/texts.ts'
import { temporaryFolder } from './folders.ts'
import type { Market } from './market.ts'
import { PROGRAM } from './programs.ts'

type CallOptions = NonNullable<Parameters<Client['callTool']>[1]>

export interface ToolResult {
  text: string
  isError: boolean
}

export interface CodingTool {
  client: Client
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>
}

interface ToolOptions {
  environment: Record<string, string>
  /** The `certify.json` of a connector. */
  config?: string
  limits?: Limits
  /** The time of a call. */
  callMs?: number
}

export async function useTools({ environment, config, limits, callMs }: ToolOptions): Promise<CodingTool> {
  const sandbox = new Sandbox({}, environment, limits)
  const lessons = new Lessons({ sandbox, config, environment: { ...process.env, ...environment } })
  const texts = new Texts(redactor(sandbox.secrets))
  const server = createMcpServer({ sandbox, lessons, texts }, callMs)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  onTestFinished(async () => {
    await server.close()
    await lessons.close()
  })
  return await connectClient(near)
}

interface ProgramOptions {
  program?: string
  /** The version that the client insists on. */
  protocol?: string
}

/** Starts the program as a coding tool does. */
export async function useProgram({
  environment,
  config,
  program = PROGRAM,
  protocol,
}: Omit<ToolOptions, 'limits' | 'callMs'> & ProgramOptions): Promise<CodingTool> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...(config === undefined ? [] : ['--config', config])],
    env: { ...(process.env as Record<string, string>), ...environment },
    stderr: 'ignore',
  })
  const tool = await connectClient(transport, protocol)
  onTestFinished(() => tool.client.close())
  return tool
}

async function connectClient(
  transport: Parameters<Client['connect']>[0],
  protocol?: string,
): Promise<CodingTool> {
  const mode = protocol === undefined ? 'legacy' : { pin: protocol }
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    async call(name, args = {}, options) {
      const { content, isError = false } = await client.callTool({ name, arguments: args }, options)
      const [first, ...more] = content
      if (first?.type !== 'text' || more.length > 0) throw new Error('The result is not one text.')
      return { text: first.text, isError }
    },
  }
}

/** A data folder like that of a sandbox, with all demo accounts. */
export function sandboxFolder(shop: Pick<Market, 'credentials'>, baseUrl: string): string {
  const folder = temporaryFolder('mcp')
  writeSandboxFile(folder, shop, baseUrl)
  return folder
}

export function writeSandboxFile(
  folder: string,
  { credentials }: Pick<Market, 'credentials'>,
  baseUrl: string,
): void {
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify({ baseUrl, ...credentials }))
}

export const ID = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
/** Arguments with which each tool that needs a sandbox can be called. */
export const CALLS: Record<string, Record<string, unknown>> = {
  search_operations: { query: 'order' },
  read_operation: { operation: 'getOrder' },
  read_guide: {},
  get: { path: '/api/v1/orders' },
  send_request: { method: 'POST', path: '/api/v1/webhook-subscriptions', body: {} },
  list_requests: {},
  read_request: { id: ID },
  list_deliveries: {},
  read_delivery: { id: ID },
  trigger_event: { event: 'order.brand_created' },
  read_clock: {},
  move_clock: { toRealTime: true },
  list_faults: {},
  inject_fault: { path: '/never', status: 500, count: 1 },
  remove_faults: {},
  reset_sandbox: {},
}

/** Neither a secret of the demo accounts nor a token. */
export function expectNoSecret({ credentials }: Pick<Market, 'credentials'>, text: string): void {
  const { clientSecret, user, otherBrand, retailer, operator } = credentials
  const clients = [otherBrand, retailer, operator].map((one) => one.clientSecret)
  for (const secret of [clientSecret, user.password, ...clients]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
}
