import { expect, test } from 'vitest'
import { modulesFor } from '../../../../server/src/composition.ts'
import { orderEvents } from '../../../../server/src/modules/ordering/index.ts'
import { runProgram } from '../../../../server/test/programs.ts'

test('lists every event with its other names, also as JSON, without a server', async () => {
  const nowhere = { TRADEHALL_DATA_DIR: '/nowhere' }
  const [forPeople, asJson] = [runProgram(['events'], nowhere), runProgram(['events', '--json'], nowhere)]
  expect([await forPeople.exitCode(), await asJson.exitCode()]).toEqual([0, 0])
  const events = asJson.lines().map((line) => JSON.parse(line))
  const declared = modulesFor('sandbox').flatMap((module) => module.events ?? [])
  expect(events.map(({ name }) => name)).toEqual(
    declared.filter(({ shows }) => shows !== null).map(({ name }) => name),
  )
  expect(forPeople.lines().map((line) => line.split(' ')[0])).toEqual(events.map(({ name }) => name))
  const { name, twins, meaning } = orderEvents.accepted
  expect(events).toContainEqual({ name, otherNames: twins, meaning, endsAt: null })
  expect(forPeople.output()).toContain('Also as order.brand_confirmed.')
})

test.each(['events', 'trigger', 'listen'])('%s explains itself', async (command) => {
  const program = runProgram([command, '--help'])
  expect(await program.exitCode()).toBe(0)
  expect(program.output()).toContain('--json')
})
