/** `trigger <event>`: causes an event in a running sandbox, with the requests that cause it in production. */
import { NotFoundError, WaitError } from '@tradehall/client'
import { nearestNames } from '@tradehall/product-files'
import {
  type Connection,
  type ConnectOptions,
  connectTo,
  problemIn,
  refusalOf,
  responseErrorIn,
} from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { EVENTS } from '../generated/events.ts'
import { print, printJson, remark, styled } from '../terminal/printing.ts'
import { type Step, TRIGGERS } from './triggers.ts'

/** Exit code for an event that exists and cannot be triggered on this server. */
const NOT_SUPPORTED = 2

export interface TriggerOptions extends ConnectOptions {
  json?: boolean
}

/** The event exists, and cannot be triggered there. */
export class NotSupported extends StartRefused {}

interface DoneStep {
  step: number
  of: number
  says: string
  orderId: string
}

/** Returns the exit code. */
export async function trigger(
  name: string,
  { json = false, ...options }: TriggerOptions,
  environment: Record<string, string | undefined>,
): Promise<number> {
  // A person waits for the outcome, so a server that is not running is reported at once.
  const connect = () => connectTo(options, environment, { maxRetries: 0 })
  const report = (done: DoneStep) =>
    json ? printJson(done) : print(`${styled('dim', `${done.step}/${done.of}`)}  ${done.says}`)
  try {
    const orderId = await triggerEvent(name, connect, report)
    if (json) printJson({ event: name, orderId })
    else print(`${styled('green', name)}  order ${orderId}`)
    return 0
  } catch (error) {
    if (!(error instanceof NotSupported)) throw error
    remark(error.message)
    return NOT_SUPPORTED
  }
}

/** Returns the id of the order that the event is about. */
export async function triggerEvent(
  name: string,
  connect: () => Connection,
  report: (done: DoneStep) => void,
): Promise<string> {
  const known = Object.hasOwn(TRIGGERS, name) ? TRIGGERS[name] : undefined
  if (!known) {
    const { endsAt = null } = EVENTS.find((event) => event.name === name) ?? {}
    if (endsAt === null) throw new StartRefused(unknownEvent(name))
    throw new NotSupported(`${name} cannot be triggered: it ends on ${endsAt.slice(0, 10)}.`)
  }
  const connection = connect()
  let orderId = ''
  for (const [i, step] of known.steps.entries()) {
    try {
      const order = await step.run({ client: connection.client, orderId })
      orderId ||= order.id
    } catch (error) {
      if (!isMissingRoute(error, orderId)) throw failureOf(step, error, connection)
      throw new NotSupported(
        `${name} cannot be triggered at ${connection.baseUrl}: the server has no route for the step "${step.says}".`,
      )
    }
    report({ step: i + 1, of: known.steps.length, says: step.says, orderId })
  }
  return orderId
}

function unknownEvent(name: string): string {
  const nearest = nearestNames(name, Object.keys(TRIGGERS))
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `There is no event ${name}.${hint} \`events\` lists them.`
}

/** The order was just created, so a 404 that does not name it means that the route does not exist. */
function isMissingRoute(error: unknown, orderId: string): boolean {
  const response = responseErrorIn(error)
  if (!(response instanceof NotFoundError)) return false
  return orderId === '' || !problemIn(response).includes(`order ${orderId}`)
}

function failureOf({ says }: Step, error: unknown, connection: Connection): unknown {
  const response = responseErrorIn(error)
  if (response) return new StartRefused(`The step "${says}" failed: ${problemIn(response)}.`)
  if (error instanceof WaitError) {
    return new StartRefused(`The step "${says}" failed: ${error.message} Check that a worker is running.`)
  }
  return refusalOf(error, connection)
}
