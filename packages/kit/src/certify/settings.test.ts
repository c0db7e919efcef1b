import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { readCertifySettings } from './settings.ts'

function read(content: unknown, command: string[] = []) {
  const folder = temporaryFolder('certify')
  const path = join(folder, 'certify.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return { folder, settings: readCertifySettings(path, command) }
}

const SMALL = { start: 'npm start', claims: ['orders'] }

test('what is left out has defaults, and commands run in the folder of the file', () => {
  const { folder, settings } = read(SMALL)
  expect(settings).toMatchObject({
    name: basename(folder),
    folder,
    start: 'npm start',
    claims: ['orders'],
    seconds: { start: 30, decide: 30, report: 60 },
    environment: {},
    actions: {},
  })
  expect(settings.events).toContain('order.brand_created')
})

test('single claimed times replace their default', () => {
  expect(read({ ...SMALL, seconds: { decide: 5 } }).settings.seconds).toEqual({
    start: 30,
    decide: 5,
    report: 60,
  })
})

test('what follows after -- replaces the start command, each word as it was given', () => {
  expect(read(SMALL, ['node', 'my app.ts', "it's"]).settings.start).toBe(`node 'my app.ts' 'it'\\''s'`)
})

describe('is refused in one sentence that names the file', () => {
  test.each([
    ['no JSON', '{', /certify\.json cannot be read/],
    ['no claims', { start: 'x' }, /claims/],
    ['an unknown claim', { start: 'x', claims: ['magic'] }, /claims/],
    ['an unknown member', { ...SMALL, actoins: {} }, /actoins/],
    ['an unknown action', { ...SMALL, actions: { fly: { url: 'x' } } }, /fly/],
    ['an action that is neither', { ...SMALL, actions: { ship: {} } }, /ship/],
    ['too long a time', { ...SMALL, seconds: { decide: 6000 } }, /decide/],
    ['nothing to start', { claims: ['orders'] }, /no start command/],
    ['webhooks without a URL', { ...SMALL, claims: ['webhooks'] }, /webhookUrl/],
  ])('%s', (_, content, message) => {
    expect(() => read(content)).toThrow(message)
    expect(() => read(content)).toThrow(/certify\.json/)
  })

  test('a file that does not exist', () => {
    expect(() => readCertifySettings(join(temporaryFolder('certify'), 'certify.json'), [])).toThrow(
      /There is no /,
    )
  })
})
