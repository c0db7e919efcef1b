import { expect, test } from 'vitest'
import { createSecrets, UnreadableSecret } from './secrets.ts'

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
]
const ring = (...keys: string[]) => createSecrets(keys.join(','))

test('values that any key of the ring sealed are opened, and only the first key seals', () => {
  const sealed = ring(OLD).encrypt('hush')
  for (const keys of [[OLD], [OLD, NEW], [NEW, OLD]]) expect(ring(...keys).decrypt(sealed)).toBe('hush')
  expect(ring(NEW).decrypt(ring(NEW, OLD).encrypt('hush'))).toBe('hush')
  expect(ring(NEW).open(ring(OLD, NEW).encrypt('hush'))).toBeNull()
})

test('the key that opened a value is named, by the same name in every ring', () => {
  const sealed = ring(OLD).encrypt('hush')
  const { keyNames, open } = ring(NEW, OLD)
  expect(open(sealed)).toEqual({ text: 'hush', keyName: keyNames[1] })
  expect(keyNames).toEqual([ring(NEW).keyNames[0], ring(OLD).keyNames[0]])
  for (const name of keyNames) expect(name).toMatch(/^[\da-f]{8}$/)
  expect(Buffer.from(OLD, 'base64').toString('hex')).not.toContain(ring(OLD).keyNames[0])
})

test('values of an unknown key, damaged values and values that were never sealed are unreadable', () => {
  const secrets = ring(NEW, OLD)
  const sealed = secrets.encrypt('hush')
  const damaged = Buffer.from(sealed)
  damaged[14] = (damaged[14] ?? 0) ^ 1
  // A shortened tag would be easier to forge.
  for (const value of [
    ring(OTHER).encrypt('hush'),
    damaged,
    sealed.subarray(0, -4),
    sealed.subarray(0, 12),
    Buffer.alloc(0),
  ]) {
    expect(secrets.open(value)).toBeNull()
    expect(() => secrets.decrypt(value)).toThrow(UnreadableSecret)
  }
})

test('a hash is made with the first key, and recognized with every key of the ring', () => {
  const stored = ring(OLD).fingerprint('123456')
  expect(ring(NEW, OLD).fingerprints('123456')).toContainEqual(stored)
  expect(ring(NEW, OLD).fingerprint('123456')).toEqual(ring(NEW).fingerprint('123456'))
  expect(ring(NEW).fingerprints('123456')).not.toContainEqual(stored)
})

test('a ring may be written with commas, blanks and lines', () => {
  const names = ring(NEW, OLD).keyNames
  expect(createSecrets(` ${NEW} , ${OLD}\n`).keyNames).toEqual(names)
  expect(createSecrets(`${NEW}\n${OLD}\n`).keyNames).toEqual(names)
})
