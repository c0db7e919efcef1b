/** The invented brands and retailers of the sandbox. Some attributes of some retailers are missing on purpose. */
import { demoId } from '../../../platform/demo-id.ts'
import type { NewBrand } from '../accounts/brands.ts'
import type { NewRetailer } from '../accounts/retailers.ts'

interface Contact {
  firstName: string
  lastName: string
  street: string
  city: string
  postalCode: string
}

interface DemoBrand {
  key: string
  name: string
  currency: string
  country: string
  contact: Contact
}

const BRANDS: DemoBrand[] = [
  {
    key: 'alder-wick',
    name: 'Alder & Wick',
    currency: 'EUR',
    country: 'BE',
    contact: {
      firstName: 'Ines',
      lastName: 'Okoye',
      street: 'Waskaarsplein 4',
      city: 'Antwerpen',
      postalCode: '2000',
    },
  },
  {
    key: 'northlight-ceramics',
    name: 'Northlight Ceramics',
    currency: 'GBP',
    country: 'GB',
    contact: {
      firstName: 'Tom',
      lastName: 'Ashby',
      street: '2 Saggar Yard',
      city: 'Stoke-on-Trent',
      postalCode: 'ST1 5ZZ',
    },
  },
]

interface DemoRetailer {
  key: string
  store: string
  /** Absent for a sole trader. */
  company?: string
  currency: string
  country: string
  segment?: string
  storeUrl?: string
  contact: Contact & { phoneNumber: string }
  taxNumber?: string
  vatNumber?: string
  eoriNumber?: string
}

const RETAILERS: DemoRetailer[] = [
  {
    key: 'harbour-lane',
    store: 'Harbour Lane Stores',
    company: 'Harbour Lane SRL',
    segment: 'concept-stores',
    currency: 'EUR',
    country: 'BE',
    storeUrl: 'https://harbourlane.test/',
    contact: {
      firstName: 'Nadia',
      lastName: 'Lemmens',
      street: 'Kaai 12',
      city: 'Gent',
      postalCode: '9000',
      phoneNumber: '+32470000012',
    },
    taxNumber: '0700123456',
    vatNumber: 'BE0700123456',
    eoriNumber: 'BE0700123456',
  },
  {
    key: 'maison-verveine',
    store: 'Maison Verveine',
    company: 'Verveine SARL',
    segment: 'concept-stores',
    currency: 'EUR',
    country: 'FR',
    storeUrl: 'https://maisonverveine.test/boutique',
    contact: {
      firstName: 'Camille',
      lastName: 'Rochereau',
      street: '14 rue des Verveines',
      city: 'Nantes',
      postalCode: '44000',
      phoneNumber: '+33261910014',
    },
    taxNumber: '000000014',
    vatNumber: 'FR54000000014',
  },
  {
    key: 'kontor-neun',
    store: 'Kontor Neun',
    company: 'Kontor Neun GmbH',
    currency: 'EUR',
    country: 'DE',
    contact: {
      firstName: 'Jonas',
      lastName: 'Petersen',
      street: 'Neunte Speicherreihe 9',
      city: 'Hamburg',
      postalCode: '20457',
      phoneNumber: '+494066969009',
    },
    taxNumber: '48/000/00009',
    vatNumber: 'DE000000009',
  },
  {
    key: 'fox-and-ledger',
    store: 'Fox & Ledger',
    company: 'Fox and Ledger Ltd',
    segment: 'department-stores',
    currency: 'GBP',
    country: 'GB',
    storeUrl: 'https://foxandledger.test/',
    contact: {
      firstName: 'Rosalind',
      lastName: 'Hart',
      street: '27 Inkwell Row',
      city: 'Leeds',
      postalCode: 'LS1 9ZZ',
      phoneNumber: '+441134960027',
    },
    vatNumber: 'GB000000027',
    eoriNumber: 'GB000000027000',
  },
  {
    key: 'casa-limonar',
    store: 'Casa Limonar',
    currency: 'EUR',
    country: 'ES',
    contact: {
      firstName: 'Lucía',
      lastName: 'Ferrándiz',
      street: 'Calle del Limonar 5',
      city: 'Valencia',
      postalCode: '46003',
      phoneNumber: '+34960000005',
    },
    taxNumber: '00000005M',
  },
  {
    key: 'bottega-sette',
    store: 'Bottega Sette',
    company: 'Sette SRL',
    currency: 'EUR',
    country: 'IT',
    storeUrl: 'https://bottegasette.test/',
    contact: {
      firstName: 'Paolo',
      lastName: 'Rinaldini',
      street: 'Via dei Sette Tigli 7',
      city: 'Bologna',
      postalCode: '40121',
      phoneNumber: '+390510000007',
    },
    taxNumber: '00000000007',
    vatNumber: 'IT00000000007',
  },
  {
    key: 'grachtwinkel',
    store: 'De Grachtwinkel',
    company: 'Grachtwinkel BV',
    currency: 'EUR',
    country: 'NL',
    contact: {
      firstName: 'Sanne',
      lastName: 'Dekkers',
      street: 'Winkelgracht 21',
      city: 'Utrecht',
      postalCode: '3511 ZZ',
      phoneNumber: '+31300000021',
    },
    vatNumber: 'NL000000021B01',
  },
  {
    key: 'norrsken-handel',
    store: 'Norrsken Handel',
    company: 'Norrsken Handel AB',
    currency: 'SEK',
    country: 'SE',
    storeUrl: 'https://norrskenhandel.test/',
    contact: {
      firstName: 'Elsa',
      lastName: 'Lindqvist',
      street: 'Norrskensgränd 3',
      city: 'Göteborg',
      postalCode: '411 05',
      phoneNumber: '+46313900603',
    },
    taxNumber: '559000-0003',
    vatNumber: 'SE559000000301',
  },
]

export const demoBrands = (): (NewBrand & { id: string })[] =>
  BRANDS.map(({ key, name, currency, country, contact }) => ({
    id: demoId(`brand/${key}`),
    name,
    currency,
    country,
    address: addressOf(name, country, contact),
    images: {
      squared: `https://cdn.tradehall.test/brands/${key}-squared.jpg`,
      rounded: `https://cdn.tradehall.test/brands/${key}-rounded.jpg`,
    },
    link: `/brand/${key}`,
  }))

export const demoRetailers = (): (NewRetailer & { id: string })[] =>
  RETAILERS.map(({ key, store, company, currency, country, segment, contact, ...known }) => ({
    id: demoId(`retailer/${key}`),
    store_name: store,
    company_name: company ?? null,
    store_url: known.storeUrl ?? null,
    email: `buying@${key.replaceAll('-', '')}.test`,
    first_name: contact.firstName,
    last_name: contact.lastName,
    tax_number: known.taxNumber ?? null,
    vat_number: known.vatNumber ?? null,
    eori_number: known.eoriNumber ?? null,
    phone_number_e164: contact.phoneNumber,
    business_identifier: known.vatNumber ?? known.taxNumber ?? null,
    currency,
    country,
    segment: segment ?? null,
    address: addressOf(store, country, contact),
  }))

/** In the format of the operator's API. */
function addressOf(
  organisationName: string,
  countryCode: string,
  { firstName, lastName, street, city, postalCode }: Contact,
): object {
  return { name: `${firstName} ${lastName}`, organisationName, street, city, postalCode, countryCode }
}
