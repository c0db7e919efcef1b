/** The settings of the connector. The npm scripts read `.env` into the environment. */
import type { Pickup } from '@tradehall/client'
import program from '../package.json' with { type: 'json' }

export interface Settings {
  url: string
  clientId: string
  clientSecret: string
  /** Names this connector to the marketplace. */
  userAgent: string
  /** Empty if the connector has to look for its subscription. */
  signingSecrets: readonly string[]
  port: number
  webhookUrl: string | undefined
  pollSeconds: number
  controlPort: number
  storeFile: string
  labelsFolder: string
  /** Where carriers fetch parcels; without it no pickups are booked. */
  pickupAddress: PickupAddress | undefined
}

export type PickupAddress = Pickup['pickupAddress']

/** The connector cannot run. The message is one sentence for the person who started it. */
export class Refusal extends Error {}

/** 0 is any free one. */
const PORTS = [0, 65_535] as const
/** Up to a day: timers cannot wait for a month, and would not wait at all then. */
const POLL_PACES = [1, 86_400] as const

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const needed = (name: string): string => {
    const value = environment[name]
    if (!value) throw new Refusal(`Set ${name} in .env or in the environment; .env.example explains it.`)
    return value
  }
  const wholeNumber = (name: string, fallback: number, [least, most]: readonly [number, number]): number => {
    const value = Number(environment[name] || fallback)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    throw new Refusal(`${name} must be a whole number from ${least} to ${most}.`)
  }
  return {
    url: needed('TRADEHALL_URL'),
    clientId: needed('TRADEHALL_CLIENT_ID'),
    clientSecret: needed('TRADEHALL_CLIENT_SECRET'),
    userAgent: `${program.name}/${program.version}`,
    signingSecrets: (environment.TRADEHALL_SIGNING_SECRET ?? '').split(',').filter((secret) => secret !== ''),
    port: wholeNumber('PORT', 3000, PORTS),
    webhookUrl: environment.WEBHOOK_URL || undefined,
    pollSeconds: wholeNumber('POLL_SECONDS', 300, POLL_PACES),
    controlPort: wholeNumber('CONTROL_PORT', 3001, PORTS),
    storeFile: environment.STORE_FILE || 'connector.db',
    labelsFolder: environment.LABELS_FOLDER || 'labels',
    pickupAddress: readAddress(environment.PICKUP_ADDRESS),
  }
}

function readAddress(text: string | undefined): PickupAddress | undefined {
  if (!text) return undefined
  try {
    return JSON.parse(text) as PickupAddress
  } catch {
    throw new Refusal('PICKUP_ADDRESS must be a JSON object; .env.example explains it.')
  }
}
