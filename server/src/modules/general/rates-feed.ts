/** Reads currency rates from an XML document in the European Central Bank's format. */
import { XMLParser } from 'fast-xml-parser'
import { readBody } from '../../platform/read-body.ts'

export interface Rate {
  fromCurrency: string
  toCurrency: string
  rate: number
  day: string
}

const TIMEOUT_MS = 10_000
/** The daily document has about 2 KB; the one with 90 days about 200. */
const MAX_BYTES = 2 * 1024 * 1024
const BASE = 'EUR'
/** Digits of a rate turned around, enough that a sum in minor units comes back the same. */
const INVERSE_DIGITS = 10

export async function fetchRates(url: string): Promise<Rate[]> {
  // Loaded here: the feed is asked a few times a day, and by one process.
  const { request } = await import('undici')
  const answer = await request(url, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(2 * TIMEOUT_MS),
  })
  if (answer.statusCode !== 200) {
    await answer.body.dump()
    throw new Error(`The currency feed answered ${answer.statusCode}.`)
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

/** Every rate of the document in both directions. A document without any is refused: it would hide a broken feed. */
export function parseRates(xml: string): Rate[] {
  const root = parser.parse(xml) as { Envelope?: { Cube?: Cube[] } }
  const days = (root.Envelope?.Cube ?? []).flatMap((cube) => cube.Cube ?? [])
  const rates = days.flatMap((day) => (day.Cube ?? []).flatMap((cube) => bothDirections(day, cube)))
  if (rates.length === 0) throw new Error('The currency feed holds no rates in the expected format.')
  return rates
}

function bothDirections({ time }: Cube, { currency, rate: text }: Cube): Rate[] {
  const rate = Number(text)
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(time ?? '') ||
    !/^[A-Z]{3}$/.test(currency ?? '') ||
    !(rate > 0 && rate < Number.POSITIVE_INFINITY)
  ) {
    throw new Error(`The currency feed has an entry that cannot be read: ${time} ${currency} ${text}.`)
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
