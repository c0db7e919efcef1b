import { expect, test } from 'vitest'
import { GUIDES } from './guides.ts'
import { serveLinks } from './links.ts'

const served = (text: string, file = 'docs/integrators/orders.md') => serveLinks(text, file, GUIDES)

test.each([
  ['another guide', '[here](webhooks.md)', '[here](/docs/guides/webhooks.md)'],
  ['a part of it', '[here](webhooks.md#subscribe)', '[here](/docs/guides/webhooks.md#subscribe)'],
  [
    'the client library',
    '[it](../../packages/client/README.md#start)',
    '[it](/docs/guides/client-library.md#start)',
  ],
  ['the OpenAPI document', '[it](../openapi.json)', '[it](/openapi.json)'],
  ['a part of the same guide', '[above](#the-list)', '[above](#the-list)'],
  ['another server', '[site](https://jsonapi.org/)', '[site](https://jsonapi.org/)'],
])('a link to %s leads there', (_what, written, expected) => {
  expect(served(`See ${written}.`)).toBe(`See ${expected}.`)
})

test.each([
  ['a decision', '[decision 15](../decisions/0015-groups-that-end-by-the-clock.md)', 'decision 15'],
  ['a source', '[the module](../../server/src/modules/shipping/README.md)', 'the module'],
  [
    'a document about the code',
    '[the life](../contributors/architecture.md#the-life-of-an-order)',
    'the life',
  ],
  ['a folder', '[samples/](../samples/)', 'samples/'],
])('a link to %s, which is not served, keeps its text only', (_what, written, expected) => {
  expect(served(`See ${written}.`)).toBe(`See ${expected}.`)
})

test('paths are relative to the file of the guide', () => {
  expect(served('[a](../../docs/integrators/orders.md)', 'packages/client/README.md')).toBe(
    '[a](/docs/guides/orders.md)',
  )
  expect(served('[a](orders.md)', 'packages/client/README.md')).toBe('a')
})

test('links in code are not rewritten', () => {
  const code = 'Call `handlers[type](event)`:\n\n```js\nhandlers[type](event)\n```\n'
  expect(served(code)).toBe(code)
})
