import { pointTo, unprocessable } from '../../domain/problems.ts'
import type { RequiredNumber } from '../ordering/index.ts'

export const emailTaken = (email: string, at: string | undefined) =>
  unprocessable(`Another contact has the address ${email} already.`, pointTo(at))

export const tooManyContacts = (max: number, at: string | undefined) =>
  unprocessable(`A brand has at most ${max} contacts; remove one first.`, pointTo(at))

export const feeTooHigh = (maxMinor: number, currency: string, at: string | undefined) =>
  unprocessable(`Expected a fee of at most ${maxMinor} minor units of ${currency}.`, pointTo(at))

const REQUIRED_FOR: Record<RequiredNumber, string> = {
  eoriNumber:
    'An EORI number is needed for goods from or to the United Kingdom, which is among the countries.',
  lucidNumber: 'A LUCID number is needed for goods to Germany, which is among the countries.',
}

export const numberRequired = (name: RequiredNumber, at: { pointer?: string }) =>
  unprocessable(REQUIRED_FOR[name], at)
