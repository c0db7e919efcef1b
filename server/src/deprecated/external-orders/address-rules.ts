/** Formats of postal codes, for the countries that parcels are often sent to, and of phone numbers. */
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  BG: /^\d{4}$/,
  CH: /^\d{4}$/,
  CY: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  EE: /^\d{5}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  GR: /^\d{3} ?\d{2}$/,
  HR: /^\d{5}$/,
  HU: /^\d{4}$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i,
  IT: /^\d{5}$/,
  LT: /^(LT-)?\d{5}$/i,
  LU: /^(L-)?\d{4}$/i,
  LV: /^(LV-)?\d{4}$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  NO: /^\d{4}$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  RO: /^\d{6}$/,
  SE: /^\d{3} ?\d{2}$/,
  SI: /^\d{4}$/,
  SK: /^\d{3} ?\d{2}$/,
  US: /^\d{5}(-\d{4})?$/,
}

/** Accepts any code in countries without a rule. */
export const isPostalCode = (country: string, code: string): boolean =>
  POSTAL_CODES[country]?.test(code.trim()) ?? true

/** Accepts national and international format; accepts any number in countries that the library does not know. */
export function isPhoneNumber(country: string, phone: string): boolean {
  const isKnown = isSupportedCountry(country)
  const parsed = parsePhoneNumberFromString(phone, {
    ...(isKnown && { defaultCountry: country }),
    extract: false,
  })
  if (!parsed?.isPossible()) return false
  return !isKnown || parsed.countryCallingCode === getCountryCallingCode(country)
}
