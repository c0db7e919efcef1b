import { expect, test } from 'vitest'
import { shared } from './shared-resources.ts'
import { NODE_RULES, type NodeRule, nodeViolationsIn } from './statement-nodes.ts'

const { shapes } = await shared('databases')
const brokenBy = (text: string, isOnNode: boolean) =>
  nodeViolationsIn(text, isOnNode, shapes).map(({ rule }) => rule)

const INSERTS_WHAT_IT_CHANGED = `
  with changed as (
    update ordering.orders set status = $2 where brand_id = $1 returning brand_id, id
  )
  insert into ordering.moves (brand_id, order_id) select brand_id, id from changed`

/** Statements that are marked with `onNodeOf` and break a rule, and one that does not. */
const MARKED: Record<Exclude<NodeRule, 'node-insert'>, { bad: string; good: string }> = {
  'node-table': {
    bad: `with gone as (delete from ordering.moves where brand_id = $1 returning id)
      insert into identity.users (id) select id from gone`,
    good: `insert into ordering.moves (brand_id, id)
      select users.brand_id, users.id from identity.users where users.brand_id = $1`,
  },
  'node-identity': {
    bad: 'insert into ordering.orders (brand_id, id) select $1::uuid, id from unnest($2::uuid[]) as given (id)',
    good: 'insert into ordering.items (brand_id, id) select $1::uuid, id from unnest($2::uuid[]) as given (id)',
  },
  'node-constraint': {
    bad: `insert into ordering.customers (brand_id, retailer_id) select $1::uuid, $2::uuid
      on conflict on constraint customers_pkey do nothing`,
    good: `insert into ordering.customers (brand_id, retailer_id) select $1::uuid, $2::uuid
      on conflict (brand_id, retailer_id) do nothing`,
  },
  'node-text': {
    bad: `insert into ordering.moves (brand_id, id) select brand_id, id from "ordering"."orders" where brand_id = $1`,
    good: INSERTS_WHAT_IT_CHANGED,
  },
}

test.each(Object.entries(MARKED))('%s', (rule, { bad, good }) => {
  expect(brokenBy(bad, true)).toContain(rule)
  expect(brokenBy(good, true)).toEqual([])
})

test.each([
  INSERTS_WHAT_IT_CHANGED,
  'insert into ordering.items (brand_id) select $1::uuid from unnest($2::uuid[])',
  `with parent as (insert into ordering.orders (brand_id) values ($1))
   insert into ordering.items (brand_id) values ($1)`,
])('an insert that is not one of values alone is marked: %s', (text) => {
  expect(brokenBy(text, false)).toContain('node-insert')
})

test.each([
  'insert into ordering.items (brand_id) values ($1), ($2)',
  'insert into identity.sessions (id) select $1::uuid',
  `with changed as (update ordering.orders set status = $2 where brand_id = $1 returning id)
   update ordering.items set quantity = 1 where brand_id = $1 and order_id = any(array(select id from changed))`,
])('others need no mark: %s', (text) => {
  expect(brokenBy(text, false)).toEqual([])
})

test('a view of tables of brands is not on the nodes, and views say what they read', () => {
  const view = shapes.distributed.find((name) => !shapes.onNodes.includes(name)) as string
  expect(brokenBy(`insert into ordering.items (brand_id) select brand_id from ${view}`, true)).toContain(
    'node-table',
  )
  for (const text of Object.values(NODE_RULES)) expect(text).toMatch(/\.$/)
})
