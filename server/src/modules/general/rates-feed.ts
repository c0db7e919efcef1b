/** Reads currency rates from an XML document in the European Central Bank's format. */
import { XMLParser } from 'fast-xml-parser'
import { readBody } from '../../platform/files/read-body.ts'

export interface Rate {
  fromCurrency: string
  toCurrency: string
  rate: number
  day: string
}

const TIMEOUT_MS = 10_000
/** The daily document is about 2 KB, the one with 90 days about 200 KB. */
const MAX_BYTES = 2 * 1024 * 1024
const BASE = 'EUR'
/** Significant digits of an inverse rate, enough that converting an amount forth and back returns the same minor units. */
const INVERSE_DIGITS = 10

export async function fetchRates(url: string): Promise<Rate[]> {
  // Imported on use: only one process requests the feed, a few times a day.
  const { request } = await import('undici')
  const answer = await request(url, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(2 * TIMEOUT_MS),
  })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    throw new Error(
      `The currency feed responded with status ${answer.statusCode} instead of 200. Check TRADEHALL_RATES_FEED_URL.`,
    )
  }
  const bytes = await readBody(answer.body, MAX_BYTES)
  return parseRates(bytes.toString('utf8'))
}

interface Cube {
  time?: string
  currency?: string
  rate?: string
  Cube?: Cube[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => name === 'Cube',
})

/** Returns every rate of the document in both directions. Throws if there is none, because that means that the feed is broken. */
export function parseRates(xml: string): Rate[] {
  const root = parser.parse(xml) as { Envelope?: { Cube?: Cube[] } }
  const days = (root.Envelope?.Cube ?? []).flatMap((cube) => cube.Cube ?? [])
  const rates = days.flatMap((day) => (day.Cube ?? []).flatMap((cube) => bothDirections(day, cube)))
  if (rates.length === 0) throw new Error('The currency feed contains no rates in the expected format.')
  return rates
}

function bothDirections({ time }: Cube, { currency, rate: text }: Cube): Rate[] {
  const rate = Number(text)
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(time ?? '') ||
    !/^[A-Z]{3}$/.test(currency ?? '') ||
    !(rate > 0 && rate < Number.POSITIVE_INFINITY)
  ) {
    throw new Error(`The currency feed contains an invalid entry: ${time} ${currency} ${text}.`)
  }
  const day = time as string
  return [
    { fromCurrency: BASE, toCurrency: currency as string, rate, day },
    {
      fromCurrency: currency as string,
      toCurrency: BASE,
      rate: Number((1 / rate).toPrecision(INVERSE_DIGITS)),
      day,
    },
  ]
}
