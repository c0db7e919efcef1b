import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { createProcessReporter } from '../../../platform/processes/heartbeats.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { secretKeyCheck } from './key-check.ts'
import { rotateSigningKeys } from './signing-keys.ts'

const [OLD, NEW, OTHER] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_SECRET_KEY: `${OLD}` } })
await rotateSigningKeys(shop.platform)

const platformWith = (ring: string) => ({
  ...shop.platform,
  config: { ...shop.config, secretKey: ring },
  secrets: createSecrets(ring),
})
/** A process with these keys, as its heartbeat reports it. */
const processWith = (ring: string, role: 'api' | 'worker' = 'api') =>
  createProcessReporter(platformWith(ring), { role }).measure()

const check = async (ring: string, ...others: string[]) => {
  const processes = await Promise.all([ring, ...others].map((one) => processWith(one)))
  return await secretKeyCheck.read(platformWith(ring), Promise.resolve(processes))
}

test.each([
  ['one key', `${OLD}`, [`${OLD}`]],
  ['nodes to which a key was added and others', `${OLD}`, [`${OLD},${NEW}`]],
  ['nodes where it is in front and others', `${NEW},${OLD}`, [`${OLD},${NEW}`]],
])('%s are ok', async (_which, ring, others) => {
  const { keyNames } = createSecrets(ring)
  expect(await check(ring, ...others)).toEqual({
    state: 'ok',
    sentence: 'The secret key opens what the database holds.',
    figures: { keys: keyNames.join(', ') },
  })
})

test('a process that lacks the key with which another one seals is a warning, unless it has ended', async () => {
  const [name] = createSecrets(`${NEW}`).keyNames
  const { host, pid } = await processWith(`${OLD}`)
  expect(await check(`${NEW},${OLD}`, `${OLD}`)).toMatchObject({
    state: 'warning',
    sentence: `The api process ${pid} on ${host} does not have the key ${name}, with which others seal: add it to its TRADEHALL_SECRET_KEY, and restart it.`,
  })
  const rows = [
    await processWith(`${NEW},${OLD}`),
    { ...(await processWith(`${OLD}`, 'worker')), is_gone: true },
  ]
  expect(await secretKeyCheck.read(platformWith(`${NEW},${OLD}`), Promise.resolve(rows))).toMatchObject({
    state: 'ok',
  })
})

test('a ring that opens nothing is failing', async () => {
  expect(await check(`${OTHER}`)).toMatchObject({
    state: 'failing',
    sentence: expect.stringMatching(/^TRADEHALL_SECRET_KEY is not the key that this database was encrypted/),
  })
})
