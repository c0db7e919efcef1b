import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageSplitter, readColumns, readError } from './incoming.ts'

const message = (type: string, body: Buffer) => {
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function split(chunks: readonly Buffer[]): [string, string][] {
  const seen: [string, string][] = []
  const splitter = new MessageSplitter((type, bytes, start, end) =>
    seen.push([String.fromCharCode(type), bytes.toString('hex', start, end)]),
  )
  for (const chunk of chunks) splitter.push(chunk)
  return seen
}

test('messages are the same wherever the network cuts, and however often', () => {
  const type = fc.constantFrom('1', 'D', 'Z', 'E')
  const body = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  const messages = fc.array(fc.tuple(type, body), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(messages, fc.array(fc.nat(400), { maxLength: 12 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(([type, body]) => message(type, body)))
      const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b)
      const chunks = places.slice(1).map((place, i) => bytes.subarray(places[i], place))
      expect(split(chunks)).toEqual(sent.map(([type, body]) => [type, body.toString('hex')]))
    }),
  )
})

test('a large message in many pieces is copied twice at most', () => {
  const body = Buffer.alloc(1_000_000, 7)
  const bytes = message('D', body)
  const chunks = Array.from({ length: 10_000 }, (_, i) => bytes.subarray(i * 101, (i + 1) * 101))
  let taken: Buffer | undefined
  const splitter = new MessageSplitter((_type, bytes, start, end) => {
    taken = bytes.subarray(start, end)
  })
  for (const chunk of chunks) splitter.push(chunk)
  expect(taken?.equals(body)).toBe(true)
})

test.each([0, 3, -1])('a message of the length %i is none', (length) => {
  const bytes = Buffer.from([0x5a, 0, 0, 0, 0, 0x49])
  bytes.writeInt32BE(length, 1)
  expect(() => split([bytes])).toThrow('length')
  expect(() => split([...bytes].map((byte) => Buffer.from([byte])))).toThrow('length')
})

test('columns have their names and types, also beyond two billion', () => {
  const column = (name: string, type: number) => {
    const rest = Buffer.alloc(18)
    rest.writeUInt32BE(type, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), rest])
  }
  const bytes = Buffer.concat([
    Buffer.from([0, 3]),
    column('a', 23),
    column('größe', 4_000_000_000),
    column('', 25),
  ])
  expect(readColumns(bytes, 0)).toEqual([
    { name: 'a', type: 23 },
    { name: 'größe', type: 4_000_000_000 },
    { name: '', type: 25 },
  ])
})

test('an error is fatal by what it says in no language', () => {
  const read = (text: string) => {
    const bytes = Buffer.from(`${text}\0`)
    return readError(bytes, 0, bytes.length)
  }
  const fatal = read('SFATAL\0VFATAL\0C57P01\0Mgoing\0')
  expect(fatal.isFatal).toBe(true)
  expect(fatal.error).toMatchObject({ message: 'going', severity: 'FATAL', code: '57P01' })
  expect(read('SFEHLER\0VERROR\0C22012\0Mnull\0').isFatal).toBe(false)
  expect(read('SSCHWERWIEGEND\0VPANIC\0C58000\0Mx\0').isFatal).toBe(true)
})
