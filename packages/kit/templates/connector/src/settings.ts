/** The settings of the connector. The npm scripts read `.env` into the environment. */
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
}

/** The connector cannot run. The message is one sentence for the person who started it. */
export class Refusal extends Error {}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const needed = (name: string): string => {
    const value = environment[name]
    if (!value) throw new Refusal(`Set ${name} in .env or in the environment; .env.example explains it.`)
    return value
  }
  const wholeNumber = (name: string, fallback: number): number => {
    const value = Number(environment[name] || fallback)
    if (!Number.isInteger(value) || value < 0) throw new Refusal(`${name} must be a whole number.`)
    return value
  }
  return {
    url: needed('TRADEHALL_URL'),
    clientId: needed('TRADEHALL_CLIENT_ID'),
    clientSecret: needed('TRADEHALL_CLIENT_SECRET'),
    userAgent: `${program.name}/${program.version}`,
    signingSecrets: (environment.TRADEHALL_SIGNING_SECRET ?? '').split(',').filter((secret) => secret !== ''),
    port: wholeNumber('PORT', 3000),
    webhookUrl: environment.WEBHOOK_URL || undefined,
    pollSeconds: wholeNumber('POLL_SECONDS', 300),
  }
}
