import { expect, test } from 'vitest'
import { isArticleNumber } from './article-number.ts'

test.each(['4006381333931', '9780201379624', '4012345678901', '0000000000000'])('%s is one', (text) => {
  expect(isArticleNumber(text)).toBe(true)
})

test.each(['4006381333932', '400638133393', '40063813339310', '4006381333x31', '', '٤٠٠٦٣٨١٣٣٣٩٣١'])(
  '%j is none',
  (text) => {
    expect(isArticleNumber(text)).toBe(false)
  },
)

test('a slip in any digit is noticed', () => {
  const good = '4006381333931'
  for (let i = 0; i < 13; i++) {
    for (let digit = 0; digit < 10; digit++) {
      const slip = good.slice(0, i) + digit + good.slice(i + 1)
      expect(isArticleNumber(slip), slip).toBe(slip === good)
    }
  }
})
