import { expect, test } from 'vitest'
import { redactor } from './redaction.ts'

const redact = redactor(() => ['s3cr3t-of-the-brand', 'short'])

test.each([
  ['{"clientSecret":"abc","clientId":"x"}', '{"clientSecret":"[redacted]","clientId":"x"}'],
  ['{ "signingSecret" : "a b" }', '{ "signingSecret" : "[redacted]" }'],
  ['{"clientSecret":null,"token_type":"Bearer"}', '{"clientSecret":null,"token_type":"Bearer"}'],
  ['{"secret":"","a":"b"}', '{"secret":"[redacted]","a":"b"}'],
  ['{"body":"{\\"token\\":\\"abc', '{"body":"{\\"token\\":\\"[redacted]\\"'],
  [
    '{"recoveryCodes":["aa-1","bb-2"],"recoveryCodesLeft":2}',
    '{"recoveryCodes":["[redacted]"],"recoveryCodesLeft":2}',
  ],
  [
    '{"responseBody":"{\\"password\\":\\"p w\\",\\"a\\":1}"}',
    '{"responseBody":"{\\"password\\":\\"[redacted]\\",\\"a\\":1}"}',
  ],
  ['Bearer eyJhbGciOi.eyJzdWIi.c2ln-_x.', 'Bearer [redacted].'],
  [
    '/files/label.pdf?expires=1&signature=abc123&x=1"',
    '/files/label.pdf?expires=1&signature=[redacted]&x=1"',
  ],
  ['http://h/dashboard/reset/Ab_-9 now', 'http://h/dashboard/reset/[redacted] now'],
  ['otpauth://totp/Tradehall?secret=ABC"', '[redacted]"'],
  ['Your verification code is 042917. It', 'Your verification code is [redacted]. It'],
  ['it printed s3cr3t-of-the-brand', 'it printed [redacted]'],
  ['a short word, and countryCode: {"code":"DE"}', 'a short word, and countryCode: {"code":"DE"}'],
])('%s', (text, wanted) => {
  expect(redact(text)).toBe(wanted)
})

test('nothing of a text with quotes in it is left', () => {
  expect(redact(JSON.stringify({ password: 'first"second\\third', after: 1 }))).toBe(
    '{"password":"[redacted]","after":1}',
  )
})

test.each(['"token" : 1, ', '\\', 'eyJ-', 'eyJ.', '"token"', '"token" '])(
  'what is no secret is left alone, however long it is: %s',
  (part) => {
    const text = part.repeat(200_000)
    expect(redact(text) === text).toBe(true)
  },
)
