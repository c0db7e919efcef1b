/** `tradehall trigger <event>`: causes an event in a running sandbox, with the requests that cause it in production. */
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../platform/data-dir.ts'
import { type Answer, type Client, type ClientOptions, connectTo, problemsIn, Unreachable } from './client.ts'
import { nearestNames } from './nearest-names.ts'
import { print, printJson, remark, styled } from './printing.ts'
import { type Step, TRIGGERS } from './triggers.ts'

/** Exit code for an event that exists and cannot be triggered on this server. */
const NOT_SUPPORTED = 2

export interface TriggerOptions extends ClientOptions {
  json?: boolean
}

/** Returns the exit code. */
export async function trigger(
  name: string,
  { json = false, ...options }: TriggerOptions,
  environment: Record<string, string | undefined>,
): Promise<number> {
  const known = Object.hasOwn(TRIGGERS, name) ? TRIGGERS[name] : undefined
  if (!known) {
    const endsAt = await endOf(name)
    if (!endsAt) throw new StartRefused(unknownEvent(name))
    remark(`${name} cannot be triggered: it ends on ${endsAt.toISOString().slice(0, 10)}.`)
    return NOT_SUPPORTED
  }
  const client = connectTo(options, environment)
  let orderId = ''
  for (const [i, step] of known.steps.entries()) {
    const answer = await runStep(client, orderId, step)
    if (isMissingRoute(answer, orderId)) {
      remark(
        `${name} cannot be triggered at ${client.baseUrl}: the server has no route for the step "${step.says}".`,
      )
      return NOT_SUPPORTED
    }
    if (answer.status >= 300) throw new StartRefused(`The step "${step.says}" failed: ${problemsIn(answer)}`)
    orderId ||= answer.body.data.id
    if (json) printJson({ step: i + 1, of: known.steps.length, says: step.says, orderId })
    else print(`${styled('dim', `${i + 1}/${known.steps.length}`)}  ${step.says}`)
  }
  if (json) printJson({ event: name, orderId })
  else print(`${styled('green', name)}  order ${orderId}`)
  return 0
}

/** Imports the modules only when they are needed, as they are many. */
async function endOf(name: string): Promise<Date | undefined> {
  const { modulesFor } = await import('../composition.ts')
  const declared = modulesFor('sandbox').flatMap(({ events = [] }) => events)
  return declared.find((event) => event.name === name)?.endsAt
}

function unknownEvent(name: string): string {
  const nearest = nearestNames(name, Object.keys(TRIGGERS))
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return `There is no event ${name}.${hint} \`tradehall events\` lists them.`
}

/** The order was just created, so a 404 that does not name it means that the route does not exist. */
const isMissingRoute = (answer: Answer, orderId: string) =>
  answer.status === 404 && (orderId === '' || !problemsIn(answer).includes(`order ${orderId}`))

async function runStep(client: Client, orderId: string, step: Step): Promise<Answer> {
  try {
    return await step.run({ client, orderId, wait })
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw new StartRefused(`${client.baseUrl} cannot be reached: ${error.message}.`)
  }
}

/** Background work takes a second or two, unless no worker is running. */
const TIMEOUT_MS = 60_000
const POLL_MS = 250

async function wait(condition: () => Promise<Answer | undefined>): Promise<Answer> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < TIMEOUT_MS) {
    const answer = await condition()
    if (answer) return answer
    await pause(POLL_MS)
  }
  throw new StartRefused(
    `Nothing happened within ${TIMEOUT_MS / 1000} seconds. Check that a worker is running.`,
  )
}
