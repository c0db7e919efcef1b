/** `npm run ship`, `npm run set-stock` and `npm run import`: request an action of the running connector. */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, readSettings } from './settings.ts'

const USAGE = `npm run ship -- <order> [<carrier> <tracking number>]
npm run ship -- <order> pickup [<day>]
npm run set-stock -- <sku> <quantity>
npm run import -- <file>`

/** Each returns the input of the action, or undefined if its arguments are wrong. */
const inputs: Record<string, (args: string[]) => Promise<object> | object | undefined> = {
  ship([order, trackingProvider, trackingNumber]) {
    if (!order) return undefined
    if (trackingProvider === 'pickup') return { order, pickup: trackingNumber ?? true }
    return trackingProvider && trackingNumber
      ? { order, tracking: { trackingProvider, trackingNumber } }
      : { order }
  },
  'set-stock'([sku, quantity]) {
    return sku && quantity ? { sku, quantity: Number(quantity) } : undefined
  },
  import([file]) {
    return file ? readProducts(file) : undefined
  },
}

async function readProducts(file: string): Promise<object> {
  return { products: JSON.parse(await readFile(file, 'utf8')) }
}

interface Outcome {
  id?: string
  error?: string
  doneAt?: string | null
  failure?: string | null
  result?: unknown
}

async function call(path: string, options: RequestInit = {}): Promise<Outcome> {
  const url = `http://localhost:${readSettings().controlPort}${path}`
  const response = await fetch(url, options).catch(() => {
    throw new Refusal(`The connector is not running (${url}); start it with \`npm start\`.`)
  })
  return (await response.json()) as Outcome
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const input = await inputs[name]?.(args)
  if (!input) throw new Refusal(`Usage:\n${USAGE}`)
  const headers = { 'content-type': 'application/json' }
  const { id, error } = await call(`/actions/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  if (!id) throw new Refusal(error ?? 'The connector did not take the action.')
  let outcome = await call(`/tasks/${id}`)
  while (!outcome.doneAt) {
    await pause(300)
    outcome = await call(`/tasks/${id}`)
  }
  if (outcome.failure) throw new Refusal(outcome.failure)
  console.log(JSON.stringify(outcome.result, null, 2))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}
