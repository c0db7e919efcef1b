import { expect, test } from 'vitest'
import { clockAt } from '../../platform/clock.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { checkSignedLink, isSignedLink, signLink } from './signed-links.ts'

const secrets = createSecrets(Buffer.alloc(32, 1).toString('base64'))
const at = (moment: string) => ({ secrets, clock: clockAt(new Date(moment)) })
const NOON = '2026-03-02T12:10:00Z'
const PATH = '/api/v1/orders/a/shipping-labels/b/pdf'
const statusOf = (moment: string, url: string, signer = secrets) => {
  try {
    checkSignedLink({ ...at(moment), secrets: signer }, url)
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}

test('a link is valid for a day and up to an hour more', () => {
  const link = signLink(at(NOON), PATH)
  expect(isSignedLink(link)).toBe(true)
  expect(statusOf(NOON, link)).toBe(200)
  expect(statusOf('2026-03-03T12:59:59Z', link)).toBe(200)
  expect(statusOf('2026-03-03T13:00:00Z', link)).toBe(410)
})

test('two reads within the hour return the same link', () => {
  expect(signLink(at('2026-03-02T12:50:00Z'), PATH)).toBe(signLink(at(NOON), PATH))
  expect(signLink(at('2026-03-02T13:10:00Z'), PATH)).not.toBe(signLink(at(NOON), PATH))
})

test('a link signed with any key of the ring is valid, and new ones are signed with the first key', () => {
  const [old, fresh] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const ring = createSecrets(`${fresh},${old}`)
  expect(statusOf(NOON, signLink(at(NOON), PATH), ring)).toBe(200)
  const link = signLink({ ...at(NOON), secrets: ring }, PATH)
  expect(statusOf(NOON, link, createSecrets(`${fresh}`))).toBe(200)
  expect(statusOf(NOON, link)).toBe(403)
})

test('every part of a link is signed, and only this server can sign', () => {
  const link = signLink(at(NOON), PATH)
  const other = createSecrets(Buffer.alloc(32, 2).toString('base64'))
  for (const forged of [
    link.replace('/a/', '/c/'),
    link.replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 1}`),
    link.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    `${link}&more=1`,
    `${PATH}?signature=`,
    PATH,
  ]) {
    expect(statusOf(NOON, forged), forged).toBe(403)
  }
  expect(statusOf(NOON, link, other)).toBe(403)
  expect(isSignedLink(PATH)).toBe(false)
})
