import { pointTo, unprocessable } from '../../http/problems.ts'

export const emailTaken = (email: string, at: string | undefined) =>
  unprocessable(`Another contact has the address ${email} already.`, pointTo(at))

export const tooManyContacts = (max: number, at: string | undefined) =>
  unprocessable(`A brand has at most ${max} contacts; remove one first.`, pointTo(at))

export const feeTooHigh = (maxMinor: number, currency: string, at: string | undefined) =>
  unprocessable(`Expected a fee of at most ${maxMinor} minor units of ${currency}.`, pointTo(at))
