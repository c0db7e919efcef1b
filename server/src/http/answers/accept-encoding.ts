/** Negotiates the content coding of a response by `Accept-Encoding` (RFC 9110, section 12.5.3). */

export type ContentCoding = 'zstd' | 'br' | 'gzip'

/** In the order in which the server prefers them; decision 17 has the measurements. */
export const CONTENT_CODINGS: readonly ContentCoding[] = ['zstd', 'br', 'gzip']

export interface AcceptedCodings {
  /** The coding to compress with; undefined if the client prefers or needs the identity coding. */
  readonly preferred: ContentCoding | undefined
  /** Every coding that the client can decode, and does not refuse. */
  readonly accepted: readonly ContentCoding[]
}

const IDENTITY_ONLY: AcceptedCodings = { preferred: undefined, accepted: [] }

/** Clients send few different headers, and parsing one costs as much as everything else that compression adds to a request. */
const parsed = new Map<string, AcceptedCodings>()
const MAX_PARSED = 100

export function acceptedCodings(header: string | undefined): AcceptedCodings {
  if (header === undefined) return IDENTITY_ONLY
  const known = parsed.get(header)
  if (known) return known
  const codings = negotiate(header)
  // Only a client that invents headers gets here often.
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(header, codings)
  return codings
}

function negotiate(header: string): AcceptedCodings {
  const qualities = parseQualities(header)
  if (!qualities) return IDENTITY_ONLY
  const others = qualities.get('*') ?? 0
  const qualityOf = (coding: ContentCoding) => qualities.get(coding) ?? others
  const accepted = CONTENT_CODINGS.filter((coding) => qualityOf(coding) > 0)
  // Sorting is stable, so equal qualities stay in the order of the server.
  const [best] = accepted.toSorted((one, other) => qualityOf(other) - qualityOf(one))
  // Identity that is not listed is acceptable, but no client prefers it.
  const identity = qualities.get('identity') ?? 0
  return { preferred: best && qualityOf(best) >= identity ? best : undefined, accepted }
}

const ELEMENT = /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/** Quality values by coding. Undefined if the header is malformed: then only the identity coding is safe. */
function parseQualities(header: string): Map<string, number> | undefined {
  const qualities = new Map<string, number>()
  for (const part of header.split(',')) {
    const element = part.trim()
    // RFC 9110, section 5.6.1.2: recipients ignore empty list elements.
    if (element === '') continue
    const [, coding, quality = '1'] = ELEMENT.exec(element) ?? []
    if (coding === undefined) return undefined
    qualities.set(coding.toLowerCase(), Number(quality))
  }
  return qualities
}
