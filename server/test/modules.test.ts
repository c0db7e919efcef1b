/** A module is a folder and a line: without the line everything else still works. */
import { expect, test } from 'vitest'
import { modulesFor } from '../src/modules/index.ts'
import { market } from './market.ts'

const without = (name: string) => modulesFor('sandbox').filter((module) => module.name !== name)

test('without billing there are no exports, and orders live on to their payout', async () => {
  const shop = await market({ modules: without('billing') })
  expect(await shop.send('GET', '/api/v1/ordering/billing-exports')).toMatchObject({ status: 404 })
  const { body: document } = await shop.send('GET', '/openapi.json', { as: null })
  expect(Object.keys(document.paths).filter((path) => path.includes('billing-exports'))).toEqual([])

  const made = await shop.send('POST', '/api/testing/orders/create', { body: {} })
  expect(made.status).toBe(200)
  const { id } = made.body.data
  const transition = { data: { type: 'brand-validates' } }
  const accepted = await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, { body: transition })
  expect(accepted.body.data.attributes.status).toBe('brand_confirmed')
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  const variants = await shop.send('GET', '/api/v1/product-variants?include=product')
  expect(variants.body.data).toHaveLength(15)
})

test('production has no sandbox: none of its routes, jobs and consumers', () => {
  const names = (mode: 'sandbox' | 'production') => modulesFor(mode).map(({ name }) => name)
  expect(names('sandbox').filter((name) => !names('production').includes(name))).toEqual(['sandbox'])
  const jobs = modulesFor('production').flatMap((module) => module.jobs ?? [])
  expect(jobs.map(({ name }) => name).filter((name) => name.includes('autopilot'))).toEqual([])
})
