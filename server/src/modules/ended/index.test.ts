import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { modulesFor } from '../../composition.ts'
import type { Module } from '../../module.ts'
import { END, endedGroups } from './groups.ts'

// The groups lie elsewhere, as long as they exist.
const stays = ({ name }: Module) => existsSync(new URL(`../${name}/`, import.meta.url))
const withoutRoutes = ({ routes: _, ...module }: Module): Module => module
const shop = await market({
  cleanUp: afterAll,
  modules: modulesFor('sandbox').map((module) => (stays(module) ? module : withoutRoutes(module))),
})
const cases = Object.values(endedGroups).flatMap(({ replacement, below, at, inSandbox = [] }) =>
  [...below.flatMap((path) => [path, `${path}/x/y`]), ...at, ...inSandbox].map((path) => [path, replacement]),
)
const withIds = (path = '') => path.replaceAll(/\{\w+\}/g, () => randomUUID())

test.each(cases)(
  'without the operations of its group, %s answers 410 from the end on',
  async (path, replacement) => {
    const url = withIds(path)
    await shop.setTime(END.toISOString())
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await shop.send(method, url, { as: null })
      expect([answer.status, answer.body.errors[0].meta]).toEqual([
        410,
        { endedAt: END.toISOString(), replacement },
      ])
    }
    await shop.setTime(new Date(END.getTime() - 1000).toISOString())
    expect((await shop.send('GET', url, { as: null })).status).not.toBe(410)
  },
)

test.each([
  '/api/v1/fulfillments',
  '/api/v1/master-orders/1/fulfillment-orders/2',
  '/api/operator/v1/warehouses/1',
  '/api/operator/v1/fulfillment-orders',
])('%s never ended, and answers 404', async (path) => {
  await shop.setTime(END.toISOString())
  expect((await shop.send('GET', path)).status).toBe(404)
})
