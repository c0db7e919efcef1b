import { attribute, nullable, resource } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { country, line, name, orNull, text } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document } from '../../http/operation.ts'
import type { Transaction } from '../../platform/database.ts'
import { hasBrand, LEAD_TIMES } from '../identity/index.ts'
import { audited } from './settings-audit.ts'
import { BASE, shared } from './shared.ts'
import {
  changeShippingSettings,
  lockShippingSettings,
  readShippingSettings,
  type ShippingSettings,
} from './shipping-settings.ts'

const streetAddress = Type.Object(
  {
    street: line('Waskaarsplein 4', 'Street and number.'),
    postalCode: text(20, '2000', 'Postal code.'),
    city: name('Antwerpen', 'Town.'),
    countryCode: country('Country'),
  },
  { additionalProperties: false, title: 'Place', description: 'An address without a name, whole.' },
)

const addressOrNull = nullable(streetAddress)
const address = (description: string) =>
  Type.Unsafe<Static<typeof streetAddress>>({ allOf: [streetAddress], description })
const leadTime = Type.Enum([...LEAD_TIMES], {
  description: 'How many business days it takes to ship an order; for orders that arrive from now on.',
})
const eoriNumber = Type.String({
  maxLength: 17,
  pattern: '^([A-Z]{2}[A-Za-z\\d]{1,15})?$',
  expected: 'an EORI number such as BE0700123456, or an empty text',
  examples: ['BE0700123456'],
  description: 'Needed for goods from or to the United Kingdom; empty for none.',
})
const lucidNumber = Type.String({
  pattern: '^(\\S{15})?$',
  expected: 'a number of 15 characters, or an empty text',
  examples: ['DE0000000000001'],
  description: 'Needed for goods to Germany: the number of the packaging register. Empty for none.',
})
const countries = orNull(Type.Array(country('Country'), { minItems: 1, maxItems: 300, uniqueItems: true }), {
  description: 'The countries that you ship to; null for all.',
})

export const shippingSettings = resource<ShippingSettings>()({
  name: 'shippingSettings',
  type: 'shipping-settings',
  description: 'From where and to where a brand ships, and how long it takes it to.',
  attributes: {
    publicAddress: attribute(addressOrNull, 'publicAddress', {
      description: 'The address that retailers see.',
    }),
    shippingAddress: attribute(addressOrNull, 'shippingAddress', { description: 'Where goods leave from.' }),
    billingAddress: attribute(addressOrNull, 'billingAddress', { description: 'Where invoices go.' }),
    eoriNumber: attribute(eoriNumber, 'eoriNumber'),
    lucidNumber: attribute(lucidNumber, 'lucidNumber'),
    averageLeadTime: attribute(leadTime, 'averageLeadTime'),
    whitelistCountries: attribute(countries, 'whitelistCountries'),
  },
})

const body = Type.Object(
  {
    publicAddress: Type.Optional(address('The address that retailers see.')),
    shippingAddress: Type.Optional(address('Where goods leave from: the sender on labels.')),
    billingAddress: Type.Optional(address('Where invoices go.')),
    eoriNumber: Type.Optional(eoriNumber),
    lucidNumber: Type.Optional(lucidNumber),
    averageLeadTime: Type.Optional(leadTime),
    whitelistCountries: Type.Optional(countries),
  },
  { additionalProperties: false },
)

export function shippingSettingsRoutes(http: Http): void {
  const ofSettings = {
    ...shared,
    path: `${BASE}/shipping-settings/{shippingSettingsId}`,
    params: { shippingSettingsId: 'Id of the settings, which is that of the brand.' },
    ...returnsOne(shippingSettings, 'As they are now.'),
  } as const

  http.operation({
    ...ofSettings,
    method: 'GET',
    id: 'getShippingSettings',
    summary: 'From where and to where you ship',
    description: 'An address that you have not told is that of the brand.',
    async handle(ctx, { params }) {
      const settings = await readShippingSettings(ctx.db, await ownSettings(ctx, params))
      return document(shippingSettings, settings, { version: settings.version })
    },
  })

  http.operation({
    ...ofSettings,
    method: 'PATCH',
    id: 'updateShippingSettings',
    support: 'write',
    summary: 'Say from where and to where you ship',
    description:
      'What is left out stays; an address is replaced as a whole. When everything is told, the numbers that the listed countries need must be among it. Orders to other countries than the listed ones are refused on their arrival, and so are quotes for them.',
    body,
    bodyExample: { averageLeadTime: '3-5', whitelistCountries: ['BE', 'FR', 'NL'] },
    conditional: true,
    async handle(ctx, { params, body, ifMatch }) {
      const brandId = await ownSettings(ctx, params)
      const lock = (tx: Transaction) => lockShippingSettings(tx, brandId)
      const changed = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        audited(
          work,
          'change-shipping-settings',
          (work) => changeShippingSettings(work, brandId, body),
          () => Object.keys(body).join(', ') || undefined,
        ),
      )
      return document(shippingSettings, changed)
    },
  })
}

async function ownSettings({ db, actor }: Ctx, { shippingSettingsId: id }: { shippingSettingsId: string }) {
  if (id === brandOf(actor)) return id
  throw missing('set of shipping settings', id, { exists: await hasBrand(db, id) })
}
