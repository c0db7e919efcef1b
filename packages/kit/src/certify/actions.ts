/** Asks a connector for an action, by a URL or by a command, and reads the orders that it has recorded (`books`). */
import type { Values } from './placeholders.ts'
import { type GroupOptions, startGroup } from './process-group.ts'

const ACTION_MS = 30_000
const READ_MS = 10_000
const MAX_DETAIL = 500

/** The response to the request for an action. */
export interface ActionOutcome {
  isTaken: boolean
  /** Status and body of the URL, or exit code and output of the command. */
  detail: string
}

export async function callUrl(url: string, body: unknown): Promise<ActionOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ACTION_MS),
    })
    const text = await response.text()
    return { isTaken: response.ok, detail: `${response.status} ${text.slice(0, MAX_DETAIL)}` }
  } catch (error) {
    const { message, cause } = error as Error
    return { isTaken: false, detail: cause instanceof Error ? cause.message : message }
  }
}

/** Null if there is no JSON at the URL. */
export async function readJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_MS) })
    return await response.json()
  } catch {
    return null
  }
}

/** The command may wait for the end of the action, so one that still runs after half a minute counts as taken. */
export async function runCommand(command: string, options: GroupOptions): Promise<ActionOutcome> {
  const { child, signal } = startGroup(command, options)
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-MAX_DETAIL)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      signal('SIGKILL')
      resolve({ isTaken: true, detail: 'it was still running after 30 seconds' })
    }, ACTION_MS)
    const end = (outcome: ActionOutcome) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    child.on('error', ({ message }) => end({ isTaken: false, detail: message }))
    child.on('close', (code) => end({ isTaken: code === 0, detail: `exit code ${code}: ${output.trim()}` }))
  })
}

/** Quoted, so that no value is more than an argument. */
export const shellValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !/^[\w./-]+$/.test(value) ? `'${value.replaceAll("'", "'\\''")}'` : value,
    ]),
  )
