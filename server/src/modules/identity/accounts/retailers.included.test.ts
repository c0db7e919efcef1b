import { randomUUID } from 'node:crypto'
import { createRenderer, resource, toOne } from '@tradehall/jsonapi'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import type { Ctx } from '../../../http/operation.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { DEMO } from '../demo/demo.ts'
import { identity } from '../index.ts'
import { retailer } from '../resources.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

/** A resource with a relationship to a retailer, as orders have. */
const sale = resource<{ id: string; retailer_id: string }>()({
  name: 'sale',
  type: 'sales',
  attributes: {},
  relationships: { retailer: toOne('retailer', 'retailer_id') },
})
const renderer = createRenderer<Pick<Ctx, 'db'>>({
  resources: [sale, retailer],
  loaders: identity.loaders as never,
})

async function included(retailerIds: string[]) {
  const data = retailerIds.map((retailer_id) => ({ id: randomUUID(), retailer_id }))
  const query = { include: { retailer: {} }, fields: {} }
  return JSON.parse(await renderer.render({ db }, { resource: sale, data, query })).included
}

test('an included retailer has only the documented attributes', async () => {
  expect(await included([DEMO.retailerId])).toEqual([
    {
      type: 'retailer',
      id: DEMO.retailerId,
      attributes: {
        companyName: 'Harbour Lane SRL',
        storeName: 'Harbour Lane Stores',
        storeUrl: 'https://harbourlane.test/',
        email: 'buying@harbourlane.test',
        firstName: 'Nadia',
        lastName: 'Lemmens',
        taxNumber: '0700123456',
        vatNumber: 'BE0700123456',
        eoriNumber: 'BE0700123456',
        phoneNumberE164: '+32470000012',
        businessIdentifier: 'BE0700123456',
        createdAt: '2026-01-05T09:00:00.000000Z',
        updatedAt: '2026-01-05T09:00:00.000000Z',
      },
    },
  ])
})

test('unknown attributes of a retailer are null', async () => {
  const [{ attributes }] = await included([demoId('retailer/casa-limonar')])
  const told = Object.keys(attributes).filter((name) => attributes[name] !== null)
  expect(told).toEqual(
    'storeName email firstName lastName taxNumber phoneNumberE164 businessIdentifier createdAt updatedAt'.split(
      ' ',
    ),
  )
})

test('many retailers are loaded in one query, each of them once', async () => {
  const all = (await db<{ id: string }[]>`select id from identity.retailers`).map(({ id }) => id)
  let queries = 0
  const counting = new Proxy(db, {
    apply: (target, self, args) => {
      const text = (args[0] as { raw?: readonly string[] }).raw?.join('') ?? ''
      if (text.includes('from identity.retailers')) queries++
      return Reflect.apply(target, self, args)
    },
  })
  const data = [...all, ...all].map((retailer_id) => ({ id: randomUUID(), retailer_id }))
  const query = { include: { retailer: {} }, fields: {} }
  const answer = JSON.parse(await renderer.render({ db: counting }, { resource: sale, data, query }))
  expect(queries).toBe(1)
  expect(answer.included.map(({ id }: { id: string }) => id).sort()).toEqual(all.sort())
})

test('both spellings of the type are accepted', () => {
  expect(renderer.resource('retailer').spellings).toEqual(['retailer', 'retailers'])
})
