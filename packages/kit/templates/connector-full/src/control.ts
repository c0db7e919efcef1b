/**
 * For programs on this machine: `POST /actions/ship`, `/actions/set-stock` and `/actions/import` request an action,
 * `GET /tasks/{id}` tells what became of it, `GET /books` has all that is recorded.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { actions } from './actions.ts'
import { listen } from './receiver.ts'
import type { Store, TaskQueue } from './store.ts'

export interface ControlOptions {
  port: number
  store: Store
  onTask: (queue: TaskQueue) => void
  /** The reason why requests to the marketplace have stopped; undefined while they are sent. */
  haltedBecause: () => string | undefined
}

interface Answer {
  status: number
  body: object
}

const problem = (status: number, error: string): Answer => ({ status, body: { error } })

export async function startControl({ port, ...options }: ControlOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, options).catch((error: Error) =>
      problem(500, error.message),
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return await listen(server, port)
}

async function answer(
  request: IncomingMessage,
  { store, onTask, haltedBecause }: Omit<ControlOptions, 'port'>,
): Promise<Answer> {
  // Refuses other host names: a page in a browser could reach this port under one (DNS rebinding).
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
    return problem(403, 'Use localhost.')
  const [, place = '', name = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
  if (request.method === 'GET' && place === 'books') {
    return { status: 200, body: { ...store.books(), halted: haltedBecause() ?? null } }
  }
  if (request.method === 'GET' && place === 'tasks') {
    const task = store.findTask(name)
    return task ? { status: 200, body: task } : problem(404, `There is no task ${name}.`)
  }
  const action = place === 'actions' && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (request.method !== 'POST' || !action) return problem(404, 'There is nothing here.')
  if (request.headers['content-type'] !== 'application/json') {
    return problem(415, 'Send application/json.')
  }
  const input = await readInput(request)
  const wrong = input ? action.problemIn(input) : 'the body must be a JSON object'
  if (!input || wrong) return problem(422, `Nothing was requested: ${wrong}.`)
  // Who gives an id may repeat the request.
  const id = typeof input.id === 'string' ? input.id : randomUUID()
  if (store.addTask({ id, queue: action.queue, kind: name, input })) onTask(action.queue)
  return { status: 202, body: { id } }
}

async function readInput(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const input: unknown = await json(request).catch(() => undefined)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isObject ? (input as Record<string, unknown>) : undefined
}
