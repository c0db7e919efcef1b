/** Names, calling codes and currencies of countries. */
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export interface Country {
  isoCode: string
  name: string
  callingCode: number
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Calling codes of territories that the library has no metadata for: those of the administering country. */
const CALLING_CODES: Readonly<Record<string, number>> = {
  AQ: 672,
  BV: 47,
  GS: 500,
  HM: 672,
  PN: 64,
  TF: 262,
  UM: 1,
}

export function countryOf(isoCode: string): Country {
  const callingCode = CALLING_CODES[isoCode] ?? Number(getCountryCallingCode(isoCode as CountryCode))
  return { isoCode, name: names.of(isoCode) ?? isoCode, callingCode }
}

/**
 * The country of a phone number in E.164 format; undefined if the number belongs to none. If several countries share a
 * calling code and the number is ambiguous, returns the largest of them.
 */
export function phoneCountry(phoneNumber: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phoneNumber)
  return parsed?.isPossible() ? (parsed.country ?? parsed.getPossibleCountries()[0]) : undefined
}

/** The currencies of the usual exchange-rate feed, with the countries that use them. */
const COUNTRIES_BY_CURRENCY = {
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT',
  AUD: 'AU CC CX HM KI NF NR TV',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CNY: 'CN',
  CZK: 'CZ',
  DKK: 'DK FO GL',
  GBP: 'GB GG GS IM JE',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL PS',
  INR: 'IN',
  ISK: 'IS',
  JPY: 'JP',
  KRW: 'KR',
  MXN: 'MX',
  MYR: 'MY',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  PHP: 'PH',
  PLN: 'PL',
  RON: 'RO',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI',
  ZAR: 'ZA',
} as const

const currencies = new Map<string, string>(
  Object.entries(COUNTRIES_BY_CURRENCY).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency] as const),
  ),
)

/** Undefined if the country uses none of these currencies. */
export const currencyOf = (country: string): string | undefined => currencies.get(country)
