import { expect, test } from 'vitest'
import { clientOf, drop, type Step, scriptServer, TOKEN } from '../../client/src/fixtures/scripted-server.ts'
import { CredentialsRefused, connectTo, RequestRejected, refusalOf } from './connection.ts'
import { ConfigError, StartRefused } from './failures.ts'

const errors = (status: number, detail: string): Step => ({ status, body: { errors: [{ detail }] } })
const html: Step = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' }
const silence: Step = () => {}

/** What the user reads if the server responds like this to a read, or to a write that must not be repeated. */
async function refusalFrom(method: 'GET' | 'POST', step: Step, token: Step = TOKEN) {
  const timeoutMs = step === silence ? 100 : 30_000
  const server = await scriptServer(
    () => step,
    () => token,
  )
  const client = clientOf(server, { maxRetries: 0, timeoutMs })
  const call = method === 'GET' ? client.request('GET', '/api/v1/me') : client.orders.accept('o')
  const error = await call.catch((thrown) => thrown)
  const refusal = refusalOf(error, { baseUrl: 'URL', clientId: 'demo', client }, ' REMEDY') as Error
  return { refusal, message: refusal.message }
}

test.each<[string, Step, typeof StartRefused, string]>([
  ['a connection that is closed', drop, StartRefused, 'URL cannot be reached: other side closed'],
  ['no response', silence, StartRefused, 'URL cannot be reached: there was no response in time. REMEDY'],
  ['503', errors(503, 'Later.'), StartRefused, 'URL cannot be reached: Later. REMEDY'],
  ['502 of a proxy', { ...html, status: 502 }, StartRefused, 'URL cannot be reached: it responded with 502.'],
  ['422', errors(422, 'Expected a name.'), RequestRejected, 'URL rejected the request: Expected a name.'],
  ['a sign-in page', html, StartRefused, 'a body that is not of this API'],
])('%s is one sentence', async (_, step, kind, sentence) => {
  const { refusal, message } = await refusalFrom('GET', step)
  expect(refusal).toBeInstanceOf(kind)
  expect(message).toContain(sentence)
})

test('a write without a response is the same sentence', async () => {
  expect((await refusalFrom('POST', drop)).message).toContain('URL cannot be reached: other side closed')
})

test.each([
  [401, { error: 'invalid_client', error_description: 'The client secret is wrong.' }],
  [403, { errors: [{ detail: 'The client secret is wrong.' }] }],
])('a token that is refused with %i names the application', async (status, body) => {
  const { refusal, message } = await refusalFrom('GET', {}, { status, body })
  expect(refusal).toBeInstanceOf(CredentialsRefused)
  expect(message).toBe('URL gives no token to demo: The client secret is wrong.')
})

test('other errors stay as they are, for they are bugs', () => {
  const bug = new TypeError('a bug')
  expect(refusalOf(bug, connectTo({}, environment))).toBe(bug)
})

const environment = {
  TRADEHALL_URL: 'http://marketplace.example.com',
  TRADEHALL_CLIENT_ID: 'a',
  TRADEHALL_CLIENT_SECRET: 'b',
}

test('plain HTTP to another machine is allowed; what the library cannot use is a mistake of the settings', () => {
  expect(connectTo({}, environment).baseUrl).toBe('http://marketplace.example.com')
  expect(() => connectTo({ url: 'http://marketplace.example.com/?a=b' }, environment)).toThrow(ConfigError)
  const broken = { ...environment, TRADEHALL_CLIENT_SECRET: 'two words' }
  expect(() => connectTo({}, broken)).toThrow('The address or the credentials cannot be used')
})
