/** Runs the connector as a process, as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from './sandbox.ts'

export interface RunningConnector {
  webhookUrl: string
  /** Requests an action, and waits for its outcome. */
  request(action: string, input: object): Promise<Task>
  task(id: string): Promise<Task | undefined>
  books(): Promise<Books>
  output(): string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface Task {
  doneAt: string | null
  attempts: number
  // biome-ignore lint/suspicious/noExplicitAny: each action has a result of its own.
  result: any
  failure: string | null
}

interface Books {
  orders: { id: string; status: string; acceptedAt: string | null; labels: string | null }[]
  events: { received: number; processed: number; failed: number }
  halted: string | null
}

const children = new Set<ChildProcess>()

/** Those that a failed test has left running. */
export function killConnectors(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** On free ports, in an environment of its own. */
export async function runConnector(environment: Record<string, string>): Promise<RunningConnector> {
  const { child, output } = spawnConnector(environment)
  await until('the connector has started', () => output().includes('"controlUrl"') || child.exitCode !== null)
  const ready = output()
    .split('\n')
    .find((line) => line.includes('"controlUrl"'))
  if (!ready) throw new Error(`The connector did not start: ${output()}`)
  const { webhookUrl, controlUrl } = JSON.parse(ready)

  const read = async (path: string): Promise<object> =>
    (await fetch(`${controlUrl}${path}`)).json() as Promise<object>
  const task = async (id: string) => {
    const found = await read(`/tasks/${encodeURIComponent(id)}`)
    return 'error' in found ? undefined : (found as Task)
  }
  return {
    webhookUrl,
    output,
    task,
    books: () => read('/books') as Promise<Books>,
    async request(action, input) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(input)
      const response = await fetch(`${controlUrl}/actions/${action}`, { method: 'POST', headers, body })
      const { id, error } = (await response.json()) as { id?: string; error?: string }
      if (!id) throw new Error(error)
      await until(`${action} has ended`, async () => Boolean((await task(id))?.doneAt))
      return (await task(id)) as Task
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'close')
      return child.exitCode
    },
  }
}

/** The exit code and the output of a connector that cannot start. */
export async function refusedConnector(
  environment: Record<string, string>,
): Promise<[number | null, string]> {
  const { child, output } = spawnConnector(environment)
  await once(child, 'close')
  return [child.exitCode, output()]
}

function spawnConnector(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    env: { ...process.env, PORT: '0', CONTROL_PORT: '0', WEBHOOK_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return { child, output: () => text }
}
