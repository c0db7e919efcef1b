import { expect, test } from 'vitest'
import { installCitusStandIn } from '../../../test/citus-stand-in.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { readWorkerNodes } from './worker-nodes.ts'

test('the nodes that do not answer are named, also when one never answers', async () => {
  const { db } = await createTestPlatform(await createTestDatabase())
  expect(await readWorkerNodes(db)).toBeUndefined()
  await installCitusStandIn(db)
  await db.unsafe(`insert into pg_dist_node values ('coordinator', 5432, 0)`)
  expect(await readWorkerNodes(db)).toBeUndefined()
  await db.unsafe(`insert into pg_dist_node values ('one', 5432, 1)`)
  expect(await readWorkerNodes(db)).toEqual({ nodes: 1, away: [] })
  // The stand-in has a node that answers with an error.
  await db.unsafe(`insert into pg_dist_node values ('broken', 5433, 2)`)
  expect(await readWorkerNodes(db)).toEqual({ nodes: 2, away: ['broken:5433'] })
  await db.unsafe(`
    create or replace function run_command_on_workers(command text)
    returns table (nodename text, nodeport integer, success boolean, result text) language sql as
      $$ select '', 0, false, pg_sleep(60)::text $$`)
  expect(await readWorkerNodes(db)).toEqual({
    nodes: 2,
    away: ['one that accepts connections and never answers'],
  })
})
