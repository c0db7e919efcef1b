import { expect, test } from 'vitest'
import { REPORT } from './fixtures.ts'
import { htmlOf } from './html.ts'

const page = htmlOf(REPORT)

test('shows verdict, finding, request, fix and reference of each requirement', () => {
  for (const text of [
    'Cats &amp; &lt;Dogs&gt;',
    '✕ Failed; 3 requirements not observed: tokens.revocation, stock.onHand, stock.once',
    '9 token requests &amp; 8 others.',
    'POST /oauth/token?a=1&amp;b=2',
    '2026-03-02T09:00:01.000Z',
    'r-1',
    'Keep the token.',
    '<a href="http://127.0.0.1:8080/docs/guides/certify.md#tokens">docs/integrators/certify.md#tokens</a>',
    'Skipped: certify.json has no action set-stock.',
    'key-1',
  ]) {
    expect(page).toContain(text)
  }
})

test('contains nothing that runs, and nothing from elsewhere', () => {
  expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import/i)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})
