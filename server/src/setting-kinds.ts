/**
 * The kinds of settings that only the server has: how a text of the environment becomes a value, and what is said of one that is not
 * valid.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { ConfigError } from '@tradehall/kit/failures'
import { type About, choice, optional, type Setting } from '@tradehall/kit/settings'
import { readStorageAddress } from './platform/file-storage/address.ts'

export function text(variable: string, fallback: string, about: About): Setting<string> {
  return { variable, shownDefault: fallback, ...about, read: (value) => value ?? fallback }
}

export function optionalPath(variable: string, about: About): Setting<string | undefined> {
  return optional(variable, about, (value) => resolve(value))
}

export function storageAddress(variable: string, about: About): Setting<string | undefined> {
  return optional(variable, about, (value) => {
    readStorageAddress(value)
    return value
  })
}

/** Undefined: the default of the mode. */
export function optionalChoice<const T extends string>(
  variable: string,
  values: readonly [T, ...T[]],
  about: About & { shownDefault: string },
): Setting<T | undefined> {
  const setting = choice(variable, values, values[0], about)
  return { ...setting, ...about, read: (value) => (value === undefined ? undefined : setting.read(value)) }
}

export function integer(
  variable: string,
  fallback: number,
  range: { min: number; max: number },
  about: About,
): Setting<number> {
  const optional = optionalInteger(variable, range, about)
  return { ...optional, shownDefault: String(fallback), read: (value) => optional.read(value) ?? fallback }
}

export function optionalInteger(
  variable: string,
  { min, max }: { min: number; max: number },
  about: About,
): Setting<number | undefined> {
  return optional(variable, about, (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new ConfigError(`${variable} must be a whole number from ${min} to ${max}; it is "${value}".`)
    }
    return number
  })
}

export function fraction(variable: string, fallback: number, about: About): Setting<number> {
  return {
    variable,
    shownDefault: String(fallback),
    ...about,
    read: (value) => {
      if (value === undefined) return fallback
      if (/^(?:0?\.\d+|1\.0+|[01])$/.test(value)) return Number(value)
      throw new ConfigError(`${variable} must be a number from 0 to 1, such as 0.1; it is "${value}".`)
    },
  }
}

/** With its time zone, so that it is the same everywhere. */
export function optionalInstant(variable: string, about: About): Setting<Date | undefined> {
  return optional(variable, about, (value) => {
    const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
    const instant = new Date(value)
    if (isWhole && !Number.isNaN(instant.getTime())) return instant
    throw new ConfigError(
      `${variable} must be an instant with its time zone, such as 2026-03-02T07:50:00Z; it is "${value}".`,
    )
  })
}

/** At most ten delays of at most a month each. */
export function optionalSecondsList(variable: string, about: About): Setting<number[] | undefined> {
  return optional(variable, about, (value) => {
    const parts = value.split(',').map((part) => part.trim())
    if (parts.length <= 10 && parts.every((part) => /^\d{1,7}$/.test(part) && Number(part) <= 2_592_000)) {
      return parts.map(Number)
    }
    throw new ConfigError(
      `${variable} must list up to ten delays in seconds, such as ${about.shownDefault}; it is "${value}".`,
    )
  })
}

/** A list of words that are valid in a URL path. */
export function slugList(variable: string, fallback: readonly string[], about: About): Setting<string[]> {
  return {
    variable,
    shownDefault: fallback.join(','),
    ...about,
    read: (value) => {
      const words = value?.split(',').map((word) => word.trim()) ?? [...fallback]
      const wrong = words.find((word) => !/^[a-z0-9][a-z0-9_-]{0,49}$/.test(word))
      if (wrong === undefined) return words
      throw new ConfigError(
        `${variable} must list words of lowercase letters, digits, - and _, such as ${fallback.join(',')}; "${wrong}" is not valid.`,
      )
    },
  }
}

/** Undefined: the default of the mode. Null: off. */
export function secondsOrOff(
  variable: string,
  about: About & { shownDefault: string },
): Setting<number | null | undefined> {
  const seconds = optionalInteger(variable, { min: 0, max: 31_536_000 }, about)
  return { ...seconds, ...about, read: (value) => (value === 'off' ? null : seconds.read(value)) }
}

const entriesIn = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Entries separated by commas; `expected` and `verdict` say in the error what an entry has to be, and that one is not. */
function list(
  variable: string,
  about: About,
  isValid: (entry: string) => boolean,
  expected: string,
  verdict = 'is not one',
): Setting<string[]> {
  return {
    variable,
    shownDefault: '',
    ...about,
    read: (value) => {
      const entries = entriesIn(value)
      const wrong = entries.find((entry) => !isValid(entry))
      if (wrong === undefined) return entries
      throw new ConfigError(`${variable} must list ${expected}; "${wrong}" ${verdict}.`)
    },
  }
}

/** Names as they stand in a Host header, without a port. */
export function hostNameList(variable: string, about: About): Setting<string[]> {
  const pattern = /^[a-z\d_](?:[a-z\d._-]*[a-z\d_])?$/i
  const expected = 'host names without a port, such as api-1.example.test'
  return list(variable, about, (entry) => pattern.test(entry), expected)
}

/** Origins as a content security policy takes them. */
export function originList(variable: string, about: About): Setting<string[]> {
  const pattern = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i
  const expected = 'origins such as https://images.example.test'
  return list(variable, about, (entry) => pattern.test(entry), expected)
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

export function addressList(variable: string, about: About): Setting<string[]> {
  const isValid = (entry: string) => PROXY_NAMES.includes(entry) || isAddressRange(entry)
  return list(variable, about, isValid, 'addresses or CIDR ranges', 'is neither')
}

function isAddressRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}

/** A secret may contain any character except a comma. */
export function secretsByName(
  variable: string,
  about: About,
  pair = 'code=secret',
): Setting<ReadonlyMap<string, string>> {
  return {
    variable,
    shownDefault: '',
    ...about,
    read: (value) =>
      new Map(
        entriesIn(value).map((entry, i) => {
          const [, name, secret] = /^([^=]+)=(.+)$/.exec(entry) ?? []
          if (name === undefined || secret === undefined)
            throw new ConfigError(`${variable} must list pairs as ${pair}; entry ${i + 1} is not a pair.`)
          return [name.trim(), secret.trim()] as const
        }),
      ),
  }
}
