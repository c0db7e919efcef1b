/** Responses with credentials are neither compressed nor cached, so every operation that has one declares it. */
import { afterAll, expect, test } from 'vitest'
import { redactor } from '../../packages/kit/src/mcp/redaction.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { market } from './market.ts'
import { type Described, resolveReferences, type Schema, schemasIn } from './openapi.ts'

const shop = await market({ cleanUp: afterAll })
const { paths } = resolveReferences(openApiDocument(shop.http, 'http://localhost'))
const secretOperations = shop.http.operations.filter(({ secret }) => secret)
const declared = secretOperations.map(({ id }) => id)

const SECRET_NAME = /secret|password|credential|token|private.?key|api.?key/i
/** Names that match, of values that are public. */
const PUBLIC_NAMES = [
  'token_type',
  'token_endpoint',
  'token_endpoint_auth_methods_supported',
  // Of recorded requests: a hash, and whether there were any.
  'tokenFingerprint',
  'credentialsInUrl',
]
/** Operations whose schema allows a secret, because they share a resource with the one that shows it. */
const WITHOUT_SECRET: Record<string, string> = {
  listApplications: 'lists applications with `clientSecret: null`',
  listBrandApplications: 'lists applications with `clientSecret: null`',
  listOwnApplications: 'lists applications with `clientSecret: null`',
  listRetailerApplications: 'lists applications with `clientSecret: null`',
  revokeApplication: 'shows the application with `clientSecret: null`',
  revokeOwnApplication: 'shows the application with `clientSecret: null`',
  updateApplication: 'shows the application with `clientSecret: null`',
  updateOwnApplication: 'shows the application with `clientSecret: null`',
}

test('these operations, and some of groups that end, are declared as secret', () => {
  const lasting = secretOperations.filter(({ deprecated }) => !deprecated?.ends).map(({ id }) => id)
  expect(lasting.toSorted()).toMatchInlineSnapshot(`
    [
      "addPasskey",
      "beginSecondFactor",
      "confirmSecondFactor",
      "createBrandApplication",
      "createOwnApplication",
      "createRetailerApplication",
      "createTestBrand",
      "createToken",
      "createWebhookSubscription",
      "getSecondFactor",
      "getWebhookSubscription",
      "hearWebhookEvents",
      "listMails",
      "listWebhookSubscriptions",
      "pauseWebhookSubscription",
      "renewRecoveryCodes",
      "resumeWebhookSubscription",
      "rotateApplicationSecret",
      "rotateOwnApplicationSecret",
      "rotateWebhookSigningSecret",
      "updateWebhookSubscription",
    ]
  `)
})

test('an operation whose response has a field with the name of a secret is declared as secret', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const found = operations.filter((operation) => secretFields(operation).length > 0)
  expect(found.length).toBeGreaterThan(10)
  const undeclared = found.filter(({ operationId }) => !declared.includes(operationId))
  expect(undeclared.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(WITHOUT_SECRET))
})

test('coding tools see the value of none of these fields', () => {
  const redact = redactor(() => [])
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const names = new Set(operations.flatMap(secretFields))
  expect([...names].toSorted()).toEqual(
    expect.arrayContaining([
      'access_token',
      'clientSecret',
      'previousSigningSecrets',
      'secret',
      'signingSecret',
    ]),
  )
  for (const name of [...names, 'recoveryCodes']) {
    for (const value of ['0aZ-_'.repeat(8), ['0aZ-_'.repeat(8)]]) {
      expect(redact(JSON.stringify({ attributes: { [name]: value } }))).not.toContain('0aZ')
      expect(redact(JSON.stringify({ body: JSON.stringify({ [name]: value }) }, null, 1))).not.toContain(
        '0aZ',
      )
    }
  }
})

function secretFields({ responses }: Described): string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ schema }) => [...schemasIn(schema, '')])
    .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
    .filter(([name, schema]) => SECRET_NAME.test(name) && !PUBLIC_NAMES.includes(name) && mayBeText(schema))
    .map(([name]) => name)
}

const mayBeText = ({ type, format, anyOf = [], items }: Schema): boolean =>
  ([type].flat().includes('string') && format !== 'date-time') ||
  [...anyOf, ...(items ? [items] : [])].some(mayBeText)
