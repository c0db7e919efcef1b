/** The settings of the connector. The npm scripts read `.env` into the environment. */
export interface Settings {
  url: string
  clientId: string
  clientSecret: string
  /** Empty if the connector has to look for its subscription. */
  signingSecrets: readonly string[]
  port: number
  webhookUrl: string | undefined
  pollSeconds: number
  controlPort: number
  storeFile: string
  labelsFolder: string
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
    signingSecrets: (environment.TRADEHALL_SIGNING_SECRET ?? '').split(',').filter((secret) => secret !== ''),
    port: wholeNumber('PORT', 3000),
    webhookUrl: environment.WEBHOOK_URL || undefined,
    pollSeconds: wholeNumber('POLL_SECONDS', 300),
    controlPort: wholeNumber('CONTROL_PORT', 3001),
    storeFile: environment.STORE_FILE || 'connector.db',
    labelsFolder: environment.LABELS_FOLDER || 'labels',
  }
}
