import { unprocessable } from '../../http/problems.ts'

export const emailTaken = (email: string) =>
  unprocessable(`Another contact has the address ${email} already.`, { pointer: 'data.attributes.email' })

export const tooManyContacts = (max: number) =>
  unprocessable(`A brand has at most ${max} contacts; remove one first.`, { pointer: 'data' })

export const feeTooHigh = (maxMinor: number, currency: string) =>
  unprocessable(`Expected a fee of at most ${maxMinor} minor units of ${currency}.`, {
    pointer: 'data.attributes.fee',
  })
