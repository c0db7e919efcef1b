import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@tradehall/kit/failures'
import { expect, onTestFinished, test } from 'vitest'
import { loadCarriers, parseCarriers } from './carriers-file.ts'

const card = () => ({
  kind: 'rate-card',
  code: 'swiftroad',
  name: 'Swiftroad',
  trackingPrefix: 'SW',
  serviceDays: ['mon'],
  holidays: ['12-25', '02-29'],
  currency: 'EUR',
  otherCurrencies: [{ currency: 'GBP', perHundred: 86 }],
  zones: [{ name: 'all', from: ['benelux'], to: ['*'] }],
  services: [
    {
      code: 'ST',
      name: 'Standard',
      collectionMethods: ['pickup'],
      prices: [
        {
          zone: 'all',
          transitDays: 1,
          steps: [
            { upToG: 1000, minor: 1 },
            { upToG: 2000, minor: 2 },
          ],
        },
      ],
    },
  ],
  limits: { parcels: 20, weightG: 30_000, longestSideCm: 100, lengthAndGirthCm: 300 },
  surcharges: { fuelPercent: 0, oversize: [], remote: [] },
  pickup: {
    windows: [{ readyTime: '09:00:00', closeTime: '15:00:00' }],
    cutOffTime: '12:00:00',
    daysAhead: 7,
  },
})
const http = () => ({
  kind: 'http',
  code: 'northpost',
  name: 'Northpost',
  url: 'https://labels.example.test/v1',
  serviceDays: ['mon'],
  holidays: [],
  from: ['BE'],
  to: ['*'],
})
const groups = [{ name: 'benelux', countries: ['BE', 'NL', 'LU'] }]
const file = () => structuredClone({ groups, carriers: [card(), http()] })
type File = ReturnType<typeof file>
const SECRETS = new Map([['northpost', 'sixteen letters!']])

const parse = (value: unknown, secrets: ReadonlyMap<string, string> = SECRETS) =>
  parseCarriers(JSON.stringify(value), '/etc/carriers.json', secrets)

test('a file with both kinds of carriers is accepted', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'carriers-')), 'carriers.json')
  onTestFinished(() => rmSync(path))
  writeFileSync(path, JSON.stringify(file()))
  const carriers = loadCarriers({ carriersFile: path, carrierSecrets: SECRETS })
  expect([...carriers.keys()]).toEqual(['swiftroad', 'northpost'])
  expect(carriers.get('swiftroad')?.serves({ from: 'NL', to: 'JP' })).toBe(true)
})

test('a file that is missing or not JSON is named in the error', () => {
  const load = () => loadCarriers({ carriersFile: '/no/such/file.json', carrierSecrets: new Map() })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(/^The carriers file \/no\/such\/file\.json cannot be read: ENOENT/)
  expect(() => parseCarriers('{"carriers": [', '/etc/carriers.json')).toThrow(
    /^The carriers file \/etc\/carriers\.json cannot be used\. Expected JSON: /,
  )
})

// biome-ignore lint/suspicious/noExplicitAny: a hostile file has any shape
const mistakes: [string, string, (value: any) => void][] = [
  ['no carriers', 'carriers', (value) => (value.carriers = [])],
  ['an unknown kind', 'carriers.0.kind', (value) => (value.carriers[0].kind = 'pigeon')],
  ['a misspelt member', 'carriers.0.surchages', (value) => (value.carriers[0].surchages = {})],
  ['a missing member', 'carriers.0.limits', (value) => delete value.carriers[0].limits],
  ['a code in capitals', 'carriers.0.code', (value) => (value.carriers[0].code = 'DPD')],
  ['a reserved code', 'carriers.0.code', (value) => (value.carriers[0].code = 'custom')],
  ['a code twice', 'carriers.1.code', (value) => (value.carriers[1].code = 'swiftroad')],
  [
    'the same letters of tracking numbers twice',
    'carriers.2.trackingPrefix',
    (value) => value.carriers.push({ ...card(), code: 'other-road' }),
  ],
  ['no service day', 'carriers.0.serviceDays', (value) => (value.carriers[0].serviceDays = [])],
  ['a weekday in full', 'carriers.0.serviceDays.0', (value) => (value.carriers[0].serviceDays = ['monday'])],
  ['an invalid holiday', 'carriers.0.holidays.0', (value) => (value.carriers[0].holidays = ['02-30'])],
  ['a holiday in words', 'carriers.0.holidays.0', (value) => (value.carriers[0].holidays = ['Easter'])],
  ['an unknown country', 'groups.0.countries.0', (value) => (value.groups[0].countries = ['XX'])],
  [
    'an unknown group',
    'carriers.0.zones.0.from.0',
    (value) => (value.carriers[0].zones[0].from = ['nordics']),
  ],
  ['an unknown group, over HTTP', 'carriers.1.to.0', (value) => (value.carriers[1].to = ['nordics'])],
  ['a zone twice', 'carriers.0.zones.1.name', (value) => value.carriers[0].zones.push(card().zones[0])],
  [
    'a price for an unknown zone',
    'carriers.0.services.0.prices.0.zone',
    (value) => (value.carriers[0].services[0].prices[0].zone = 'moon'),
  ],
  [
    'two prices for a zone',
    'carriers.0.services.0.prices.1.zone',
    (value) => value.carriers[0].services[0].prices.push(card().services[0]?.prices[0]),
  ],
  [
    'steps that go down',
    'carriers.0.services.0.prices.0.steps.1.upToG',
    (value) => (value.carriers[0].services[0].prices[0].steps[1].upToG = 1000),
  ],
  [
    'a price with a fraction',
    'carriers.0.services.0.prices.0.steps.0.minor',
    (value) => (value.carriers[0].services[0].prices[0].steps[0].minor = 5.4),
  ],
  [
    'a service twice',
    'carriers.0.services.1.code',
    (value) => value.carriers[0].services.push(card().services[0]),
  ],
  [
    'an unknown currency',
    'carriers.0.otherCurrencies.0.currency',
    (value) => (value.carriers[0].otherCurrencies[0].currency = 'ABX'),
  ],
  [
    'a rate twice',
    'carriers.0.otherCurrencies.1.currency',
    (value) => value.carriers[0].otherCurrencies.push({ currency: 'GBP', perHundred: 1 }),
  ],
  ['a group twice', 'groups.1.name', (value) => value.groups.push(groups[0])],
  [
    'a window that ends before it begins',
    'carriers.0.pickup.windows.0.closeTime',
    (value) => (value.carriers[0].pickup.windows[0].closeTime = '08:00:00'),
  ],
  [
    'a surcharge for nothing',
    'carriers.0.surcharges.oversize.0',
    (value) => (value.carriers[0].surcharges.oversize = [{ minor: 100 }]),
  ],
  [
    'a link without a number',
    'carriers.0.trackingLink',
    (value) => (value.carriers[0].trackingLink = 'https://x.test/'),
  ],
  [
    'an address without TLS',
    'carriers.1.url',
    (value) => (value.carriers[1].url = 'http://labels.example.test'),
  ],
  [
    'a secret in the address',
    'carriers.1.url',
    (value) => (value.carriers[1].url = 'https://me:word@labels.example.test'),
  ],
]

test.each(mistakes)('%s is refused with a pointer', (_what, place, spoil) => {
  const value = file()
  spoil(value as File)
  expect(() => parse(value)).toThrow(ConfigError)
  expect(() => parse(value)).toThrow(`At ${place}: `)
  expect(() => parse(value)).toThrow(/^The carriers file \/etc\/carriers\.json cannot be used\..*Expected /)
})

test('the error has the first mistakes and the number of further ones', () => {
  const value = file()
  value.carriers[0] = { ...card(), holidays: Array.from({ length: 9 }, () => '02-30') }
  expect(() => parse(value)).toThrow(/… and 4 more\.$/)
})

test.each([
  ['absent', new Map<string, string>()],
  ['short', new Map([['northpost', 'hunter2']])],
])('a carrier over HTTP whose secret is %s is refused, and the secret is not shown', (_how, secrets) => {
  const message = 'Expected a secret of at least 16 characters for "northpost" in TRADEHALL_CARRIER_SECRETS.'
  expect(() => parse(file(), secrets)).toThrow(message)
  expect(() => parse(file(), secrets)).toThrow(/^(?!.*hunter2)/)
})

test('a service on the local machine may be called without TLS', () => {
  const value = file()
  value.carriers[1] = { ...http(), url: 'http://127.0.0.1:9000/labels' }
  expect(parse(value).carriers).toHaveLength(2)
})
