import { problem } from '@tradehall/jsonapi'
import { pointTo } from '../../domain/problems.ts'
import type { RequiredNumber } from '../ordering/index.ts'

const contactExists = problem(
  'CONTACT_EXISTS',
  422,
  'Unprocessable Content',
  'Another contact has the address already.',
)

export const emailTaken = (email: string, at: string | undefined) =>
  contactExists(`Another contact has the address ${email} already.`, pointTo(at))

const contactsAreFull = problem(
  'TOO_MANY_CONTACTS',
  422,
  'Unprocessable Content',
  'The brand has as many contacts as it may have.',
)

export const tooManyContacts = (max: number, at: string | undefined) =>
  contactsAreFull(`A brand has at most ${max} contacts; remove one first.`, {
    ...pointTo(at),
    meta: { most: max },
  })

const feeIsTooHigh = problem(
  'FEE_TOO_HIGH',
  422,
  'Unprocessable Content',
  'The fee is higher than `meta.maximum`, in minor units of `meta.currency`.',
)

export const feeTooHigh = (maxMinor: number, currency: string, at: string | undefined) =>
  feeIsTooHigh(`Expected a fee of at most ${maxMinor} minor units of ${currency}.`, {
    ...pointTo(at),
    meta: { maximum: maxMinor, currency },
  })

const REQUIRED_FOR: Record<RequiredNumber, string> = {
  eoriNumber:
    'An EORI number is needed for goods from or to the United Kingdom, which is among the countries.',
  lucidNumber: 'A LUCID number is needed for goods to Germany, which is among the countries.',
}

const numberIsRequired = problem(
  'NUMBER_REQUIRED',
  422,
  'Unprocessable Content',
  'One of the countries needs `meta.missing`, a number of the brand.',
)

export const numberRequired = (name: RequiredNumber, at: { pointer?: string }) =>
  numberIsRequired(REQUIRED_FOR[name], { ...at, meta: { missing: name } })
