/** Tests of the free-text reason that brands send with a transition; it is required with the type `OTHER`. */
import { expect, test } from 'vitest'
import type { Market } from './market.ts'
import { expectRefusedTransition, transition } from './order-requests.ts'

/** Sends a transition; sends invalid bodies to a new order each. */
export const transitionOf = (shop: Market, type: string, placeOrder: () => Promise<string>) => ({
  send: (id: string, attributes: unknown, include = '') =>
    transition(shop, id, { type, attributes }, { include }),
  expectRefused: async (attributes: unknown, pointers: string[]) =>
    await expectRefusedTransition(shop, await placeOrder(), { type, attributes }, pointers),
})

/** The types that need no reason in words. */
export const withoutOther = (types: readonly string[]) => types.filter((type) => type !== 'OTHER')

export interface ReasonMembers {
  typeMember: string
  reasonMember: string
  maxLength: number
  /** A type other than `OTHER`. */
  otherType: string
}

export function testRefusedReasons(
  expectRefused: (attributes: unknown, pointers: string[]) => Promise<string>,
  { typeMember, reasonMember, maxLength, otherType }: ReasonMembers,
): void {
  const pointers = [`data.attributes.${reasonMember}`]
  const refuse = (type: string, reason?: unknown) =>
    expectRefused({ [typeMember]: type, [reasonMember]: reason }, pointers)

  test.each([
    [`${maxLength + 1} characters`, 'x'.repeat(maxLength + 1)],
    ['nothing', ''],
    ['blanks', ' \t\n'],
    ['a number', 7],
    ['a list', ['no']],
    ['a text with a NUL', 'no\u0000'],
  ])('may not be %s, whatever the type', async (_, reason) => {
    await refuse('OTHER', reason)
    await refuse(otherType, reason)
  })

  test('is required with OTHER, and null counts as absent', async () => {
    await refuse('OTHER', null)
    expect(await refuse('OTHER')).toBe(`With ${typeMember} OTHER the reason must be told in words.`)
  })

  test('that is too long is refused with an error that names the limit', async () => {
    expect(await refuse('OTHER', 'x'.repeat(maxLength + 1))).toContain(`1 to ${maxLength} characters`)
  })
}
