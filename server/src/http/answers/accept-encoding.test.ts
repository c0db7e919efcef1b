import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedCodings, CONTENT_CODINGS, type ContentCoding } from './accept-encoding.ts'

describe('the preferred coding', () => {
  test.each<[string | undefined, ContentCoding | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['deflate', undefined],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000, br;q=0.001', 'br'],
    ['gzip;q=1.0, br;q=0.8, zstd;q=0.9', 'gzip'],
    ['gzip ; q=0.5 ,\tbr ; Q=0.4', 'gzip'],
    ['gzip,, ,br', 'br'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0.5, *;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=0.5, *;q=0.1', 'gzip'],
  ])('of %j is %j', (header, coding) => {
    expect(acceptedCodings(header).preferred).toBe(coding)
  })

  test.each([
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=0.1234',
    'gzip;q=',
    'gzip q=1',
    'gzip;level=1',
    '"gzip"',
    'br;q=x, gzip',
  ])('of the malformed header %j is identity', (header) => {
    expect(acceptedCodings(header)).toEqual({ preferred: undefined, accepted: [] })
  })

  test('has the highest quality of those that are accepted, whatever else the header lists', () => {
    const quality = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
    const listed = fc.uniqueArray(
      fc.tuple(fc.constantFrom('zstd', 'br', 'gzip', 'deflate', 'identity', 'compress'), quality),
      { selector: ([coding]) => coding },
    )
    fc.assert(
      fc.property(listed, (codings) => {
        const header = codings.map(([coding, q]) => `${coding};q=${q}`).join(', ')
        const qualities = new Map<string, number>(codings)
        const { preferred, accepted } = acceptedCodings(header)
        const known = CONTENT_CODINGS.filter((coding) => (qualities.get(coding) ?? 0) > 0)
        expect(accepted).toEqual(known)
        const best = Math.max(0, ...known.map((coding) => qualities.get(coding) ?? 0))
        const identity = qualities.get('identity') ?? 0
        if (best === 0 || identity > best) expect(preferred).toBeUndefined()
        else expect(qualities.get(preferred ?? '')).toBe(best)
      }),
    )
  })

  test('of any text is one that the text names, or identity', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.string({ unit: fc.constantFrom('gzip', 'br', 'zstd', ';q=', '0', '1', '.', ',', ' ', '*') }),
    )
    fc.assert(
      fc.property(text, (header) => {
        const { preferred } = acceptedCodings(header)
        if (preferred && !header.includes('*')) expect(header.toLowerCase()).toContain(preferred)
      }),
    )
  })
})
