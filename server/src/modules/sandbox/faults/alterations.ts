/** Applies altering faults to the document of a successful response, and to the URL of a request. */
import type { FaultRow } from './fault-queries.ts'

type Members = Record<string, unknown>
type Alteration = Pick<FaultRow, 'unknowns' | 'marker'>

/** Whether the fault changes this document: a marker is added to the links of pages only. */
export const isAlterable = (document: Members, { unknowns }: Alteration): boolean =>
  unknowns || hasPages(document)

/** Changes the document in place. */
export function alter(document: Members, { unknowns, marker }: Alteration): void {
  if (marker !== null && hasPages(document)) markLinks(document.links as Members, marker)
  if (unknowns) addUnknowns(document)
}

const hasPages = ({ links }: Members): boolean =>
  isMembers(links) && ['first', 'next', 'prev'].some((name) => name in links)

const PAGE_LINKS = ['self', 'first', 'prev', 'next', 'last']

function markLinks(links: Members, marker: string): void {
  for (const name of PAGE_LINKS) {
    const link = links[name]
    if (typeof link === 'string')
      links[name] = `${link}${link.includes('?') ? '&' : '?'}${parameterOf(marker)}`
  }
}

/** The URL without the markers. The other parameters stay as they were sent. */
export function withoutMarkers(url: string, markers: readonly string[]): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const own = new Set(markers.map(parameterOf))
  const pieces = url
    .slice(at + 1)
    .split('&')
    .filter((piece) => !own.has(piece))
  const path = url.slice(0, at)
  return pieces.length === 0 ? path : `${path}?${pieces.join('&')}`
}

const parameterOf = (marker: string) => `marker=${marker}`

function addUnknowns(document: Members): void {
  for (const resource of [document.data, document.included].flat()) {
    if (isMembers(resource)) addToResource(resource)
  }
  document.unknownMember = { unknown: true }
  document.links = { ...(document.links as Members), unknownLink: UNKNOWN_PATH }
  document.meta = { ...(document.meta as Members), unknownMeta: ['unknown'] }
}

const UNKNOWN_PATH = '/api/v1/unknown-things'
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

function addToResource(resource: Members): void {
  resource.meta = { ...(resource.meta as Members), unknownMeta: 'unknown' }
  // A resource identifier has neither, and must not get them.
  if (!('attributes' in resource || 'relationships' in resource)) return
  resource.attributes = {
    ...(resource.attributes as Members),
    unknownText: 'unknown',
    unknownNumber: 42.5,
    unknownBoolean: true,
    unknownNull: null,
    unknownObject: { unknownList: [{ unknownText: 'unknown' }], unknownNull: null },
    unknownList: ['unknown', 42.5, null, {}],
  }
  resource.relationships = {
    ...(resource.relationships as Members),
    unknownRelation: {
      data: { type: 'unknown-things', id: UNKNOWN_ID },
      links: { related: `${UNKNOWN_PATH}/${UNKNOWN_ID}` },
    },
  }
  resource.links = { ...(resource.links as Members), unknownLink: UNKNOWN_PATH }
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null
