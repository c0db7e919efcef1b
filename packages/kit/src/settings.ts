/** The settings of the environment that the kit reads, and how a setting is declared; the server declares many more. */
import { resolve } from 'node:path'
import { ConfigError } from './failures.ts'

export interface Setting<T> {
  /** Environment variable. */
  variable: string
  /** What the setting does, as one or two sentences for the operating guide. */
  explanation: string
  /** The default as printed in the guide; the effective default is the result of `read(undefined)`. */
  shownDefault: string
  read: (text: string | undefined) => T
  secret?: boolean
}

export interface About {
  explanation: string
  secret?: boolean
  shownDefault?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns undefined if the variable is not set. */
export function optional<T>(
  variable: string,
  about: About,
  read: (value: string) => T,
): Setting<T | undefined> {
  return {
    variable,
    shownDefault: '',
    ...about,
    read: (value) => (value === undefined ? undefined : read(value)),
  }
}

export function optionalText(variable: string, about: About): Setting<string | undefined> {
  return optional(variable, about, (value) => value)
}

export function optionalUrl(
  variable: string,
  protocols: readonly string[],
  about: About,
): Setting<string | undefined> {
  return optional(variable, about, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !protocols.includes(url.protocol)) {
      const seen = about.secret ? '' : `; it is "${value}"`
      throw new ConfigError(
        `${variable} must be an address that begins with ${protocols.join(' or ')}${seen}.`,
      )
    }
    return value.replace(/\/+$/, '')
  })
}

export function choice<const T extends string>(
  variable: string,
  values: readonly T[],
  fallback: T,
  about: About,
): Setting<T> {
  return {
    variable,
    shownDefault: fallback,
    ...about,
    read: (value) => {
      if (value === undefined) return fallback
      const found = values.find((candidate) => candidate === value)
      if (!found) throw new ConfigError(`${variable} must be one of ${values.join(', ')}; it is "${value}".`)
      return found
    },
  }
}

function path(variable: string, fallback: string, about: About): Setting<string> {
  return { variable, shownDefault: fallback, ...about, read: (value) => resolve(value ?? fallback) }
}

export const kitSettings = {
  mode: choice('TRADEHALL_MODE', ['sandbox', 'production'], 'sandbox', {
    explanation:
      '`sandbox` brings demo data, a movable clock and the `/api/testing` routes; `production` is the server of an operator.',
  }),
  dataDir: path('TRADEHALL_DATA_DIR', '.tradehall', {
    explanation: 'Folder of the embedded database, the sandbox credentials and the generated secret key.',
  }),
  url: optionalUrl('TRADEHALL_URL', ['http:', 'https:'], {
    explanation:
      'The server that the commands for integrators talk to. Absent: the sandbox of the data folder.',
  }),
  clientId: optionalText('TRADEHALL_CLIENT_ID', {
    explanation: 'The application that these commands act as. Absent: that of the demo brand.',
  }),
  clientSecret: optionalText('TRADEHALL_CLIENT_SECRET', {
    explanation:
      'The client secret of `TRADEHALL_CLIENT_ID`. It is not an option, because other users can see command lines.',
    secret: true,
  }),
} satisfies Record<string, Setting<unknown>>

export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  [Name in keyof Settings]: ReturnType<Settings[Name]['read']>
}

export const readKitSettings = <Name extends keyof typeof kitSettings>(
  environment: Environment,
  names: readonly Name[],
) => readSettings(kitSettings, environment, names)

/** Reads only some settings, for a command that needs no others. An empty variable counts as absent. */
export function readSettings<
  Settings extends Record<string, Setting<unknown>>,
  Name extends keyof Settings & string,
>(settings: Settings, environment: Environment, names: readonly Name[]): Pick<ValuesOf<Settings>, Name> {
  return Object.fromEntries(
    names.map((name) => {
      const setting = settings[name] as Setting<unknown>
      return [name, setting.read(environment[setting.variable]?.trim() || undefined)]
    }),
  ) as Pick<ValuesOf<Settings>, Name>
}
