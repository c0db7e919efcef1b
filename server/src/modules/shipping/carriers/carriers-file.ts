/** Reads and validates the carriers file. An invalid file fails the start with an error that locates the mistakes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileInput, Problem } from '@tradehall/jsonapi'
import { ConfigError } from '@tradehall/kit/failures'
import { isLoopback } from '../../../http/public-url.ts'
import { isDay } from './calendar.ts'
import type { Carrier } from './carrier.ts'
import {
  type CarriersFile,
  type CountryGroup,
  carriersFile,
  type HttpSettings,
  type RateCardSettings,
} from './carrier-settings.ts'
import { createHttpCarrier } from './http-carrier.ts'
import { createRateCard } from './rate-card.ts'

/** Four carriers and the label service of the marketplace, with invented prices. */
const BUILT_IN = fileURLToPath(new URL('./built-in-carriers.json', import.meta.url))

export interface CarriersOptions {
  /** Defaults to the file that comes with the server. */
  carriersFile?: string | undefined
  /** By the code of the carrier. */
  carrierSecrets: ReadonlyMap<string, string>
}

/** The carriers by their codes, in the order of the file. */
export function loadCarriers({
  carriersFile: path = BUILT_IN,
  carrierSecrets,
}: CarriersOptions): ReadonlyMap<string, Carrier> {
  const { carriers, groups } = parseCarriers(readText(path), path, carrierSecrets)
  return new Map(
    carriers.map((settings) => [
      settings.code,
      settings.kind === 'rate-card'
        ? createRateCard(settings, groups)
        : createHttpCarrier(settings, { secret: carrierSecrets.get(settings.code) ?? '', groups }),
    ]),
  )
}

/** The carriers that are called over HTTP. */
export function httpCarriersOf({
  carriersFile: path = BUILT_IN,
  carrierSecrets,
}: CarriersOptions): readonly HttpSettings[] {
  const { carriers } = parseCarriers(readText(path), path, carrierSecrets)
  return carriers.filter((settings) => settings.kind !== 'rate-card')
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`The carriers file ${path} cannot be read: ${(error as Error).message}.`)
  }
}

const check = compileInput(carriersFile)

/** Exported for tests. */
export function parseCarriers(
  text: string,
  path: string,
  secrets: ReadonlyMap<string, string> = new Map(),
): CarriersFile {
  const file = checkShape(parseJson(text, path), path)
  const mistakes = [
    ...repeated(file),
    ...file.carriers.flatMap((carrier, i) => mistakesOf(carrier, i, { groups: file.groups, secrets })),
  ]
  if (mistakes.length > 0) throw refuse(path, mistakes)
  return file
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(path, [`Expected JSON: ${(error as Error).message}.`])
  }
}

function checkShape(value: unknown, path: string): CarriersFile {
  try {
    return check(value)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw refuse(
      path,
      error.errors.map(({ source, detail }) => at(source?.pointer || 'the file', detail)),
    )
  }
}

/** More mistakes are omitted: the operator corrects these first. */
const MAX_MISTAKES = 5

function refuse(path: string, mistakes: readonly string[]): ConfigError {
  const more = mistakes.length > MAX_MISTAKES ? [`… and ${mistakes.length - MAX_MISTAKES} more.`] : []
  const shown = [...mistakes.slice(0, MAX_MISTAKES), ...more]
  return new ConfigError(`The carriers file ${path} cannot be used. ${shown.join(' ')}`)
}

const at = (pointer: string, detail: string) => `At ${pointer}: ${detail}`

/** Codes with a meaning of their own in quotes and overviews, which no carrier may have. */
const RESERVED = ['custom', 'other']

function repeated({ carriers, groups }: CarriersFile): string[] {
  const names = duplicates(groups.map(({ name }) => name)).map((i) =>
    at(`groups.${i}.name`, `Expected a name of its own, but saw "${groups[i]?.name}" again.`),
  )
  const codes = duplicates(carriers.map(({ code }) => code)).map((i) =>
    at(`carriers.${i}.code`, `Expected a code of its own, but saw "${carriers[i]?.code}" again.`),
  )
  const prefixes = carriers.map((carrier) => (carrier.kind === 'rate-card' ? carrier.trackingPrefix : null))
  return [
    ...names,
    ...codes,
    ...duplicates(prefixes).map((i) =>
      at(`carriers.${i}.trackingPrefix`, `Expected letters of its own, but saw "${prefixes[i]}" again.`),
    ),
  ]
}

/** The indexes of values that occur earlier in the list. */
function duplicates(values: readonly (string | null)[]): number[] {
  return values.flatMap((value, i) => (value !== null && values.indexOf(value) < i ? [i] : []))
}

function mistakesOf(
  carrier: CarriersFile['carriers'][number],
  index: number,
  { groups, secrets }: { groups: readonly CountryGroup[]; secrets: ReadonlyMap<string, string> },
): string[] {
  const mistakes =
    carrier.kind === 'rate-card'
      ? cardMistakes(carrier, groups)
      : httpMistakes(carrier, groups, secrets.get(carrier.code))
  const days = carrier.holidays.flatMap((day, i): Mistake[] =>
    isDay(day.length === 5 ? `2024-${day}` : day)
      ? []
      : [[`holidays.${i}`, `Expected a day of the calendar, but saw "${day}".`]],
  )
  const reserved: Mistake[] = RESERVED.includes(carrier.code)
    ? [['code', `Expected another code than "${carrier.code}", which stands for a brand's own carrier.`]]
    : []
  return [...reserved, ...days, ...mistakes].map(([pointer, detail]) =>
    at(`carriers.${index}.${pointer}`, detail),
  )
}

/** The pointer within the carrier, and the description of the mistake. */
type Mistake = [string, string]

function cardMistakes(card: RateCardSettings, groups: readonly CountryGroup[]): Mistake[] {
  const zones = card.zones.map(({ name }) => name)
  return [
    ...duplicates(card.otherCurrencies.map((other) => other.currency)).map(
      (i): Mistake => [`otherCurrencies.${i}.currency`, 'Expected a currency that has no rate yet.'],
    ),
    ...card.zones.flatMap((zone, i) => [
      ...countryMistakes(zone.from, groups, `zones.${i}.from`),
      ...countryMistakes(zone.to, groups, `zones.${i}.to`),
    ]),
    ...duplicates(zones).map((i): Mistake => [`zones.${i}.name`, 'Expected a name of its own.']),
    ...duplicates(card.services.map(({ code }) => code)).map(
      (i): Mistake => [`services.${i}.code`, 'Expected a code of its own.'],
    ),
    ...card.services.flatMap((service, i) => priceMistakes(service, zones, `services.${i}.prices`)),
    ...(card.pickup?.windows ?? []).flatMap(({ readyTime, closeTime }, i): Mistake[] =>
      readyTime < closeTime ? [] : [[`pickup.windows.${i}.closeTime`, `Expected a time after ${readyTime}.`]],
    ),
  ]
}

function priceMistakes(
  { prices }: RateCardSettings['services'][number],
  zones: readonly string[],
  place: string,
): Mistake[] {
  return [
    ...duplicates(prices.map(({ zone }) => zone)).map(
      (i): Mistake => [`${place}.${i}.zone`, 'Expected a zone that has no price yet.'],
    ),
    ...prices.flatMap(({ zone, steps }, i): Mistake[] => [
      ...(zones.includes(zone)
        ? []
        : [[`${place}.${i}.zone`, `Expected the name of a zone, but saw "${zone}".`] satisfies Mistake]),
      ...steps.flatMap(({ upToG }, j): Mistake[] =>
        upToG > (steps[j - 1]?.upToG ?? 0)
          ? []
          : [[`${place}.${i}.steps.${j}.upToG`, 'Expected more than in the step before it.']],
      ),
    ]),
  ]
}

function countryMistakes(
  places: readonly string[],
  groups: readonly CountryGroup[],
  pointer: string,
): Mistake[] {
  return places.flatMap((place, i): Mistake[] =>
    /^[a-z]/.test(place) && !groups.some(({ name }) => name === place)
      ? [[`${pointer}.${i}`, `Expected a country or the name of a group, but saw "${place}".`]]
      : [],
  )
}

/** Shorter secrets could be guessed. */
const MIN_SECRET_LENGTH = 16

function httpMistakes(
  { url, from, to, code }: HttpSettings,
  groups: readonly CountryGroup[],
  secret: string | undefined,
): Mistake[] {
  const { protocol, hostname } = new URL(url)
  const mistakes = [...countryMistakes(from, groups, 'from'), ...countryMistakes(to, groups, 'to')]
  if (protocol !== 'https:' && !isLoopback(hostname))
    mistakes.push(['url', 'Expected an address that begins with https:, as a secret is sent there.'])
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH)
    mistakes.push([
      'code',
      `Expected a secret of at least ${MIN_SECRET_LENGTH} characters for "${code}" in TRADEHALL_CARRIER_SECRETS.`,
    ])
  return mistakes
}
