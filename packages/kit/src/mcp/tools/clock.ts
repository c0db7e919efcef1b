/** The clock of the sandbox, which deadlines and jobs follow. */
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'
import { documentText } from './fields.ts'

const CLOCK = '/api/testing/clock'

export const readClock = defineTool({
  name: 'read_clock',
  title: 'Read the clock',
  description: 'The time that all rules and deadlines of the sandbox follow, and real time beside it.',
  input: Type.Object({}, { additionalProperties: false }),
  effect: 'reads',
  async run(_input, { sandbox, signal }) {
    const client = await sandbox.client()
    return documentText(await client.request('GET', CLOCK, { signal }))
  },
})

export const moveClock = defineTool({
  name: 'move_clock',
  title: 'Move the clock',
  description:
    'Moves the clock for the whole sandbox, and runs every job that becomes due before it returns. Give exactly one of seconds, to and toRealTime.',
  input: Type.Object(
    {
      seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3_155_760_000, description: 'How far to go forward.' }),
      ),
      to: Type.Optional(
        Type.String({ minLength: 10, maxLength: 40, description: 'A moment, such as 2026-12-01T00:00:00Z.' }),
      ),
      toRealTime: Type.Optional(Type.Boolean({ description: '`true` sets the clock back to real time.' })),
    },
    { additionalProperties: false },
  ),
  effect: 'changes',
  async run({ seconds, to, toRealTime = false }, { sandbox, signal }) {
    if ([seconds !== undefined, to !== undefined, toRealTime].filter(Boolean).length !== 1)
      throw new ToolRefused('Give exactly one of seconds, to and toRealTime: true.')
    const client = await sandbox.client()
    const options = { signal, timeoutMs: MOVE_MS }
    const moved =
      seconds !== undefined
        ? client.request('POST', `${CLOCK}/-actions/advance`, { body: { seconds }, ...options })
        : to !== undefined
          ? client.request('POST', `${CLOCK}/-actions/set`, { body: { to }, ...options })
          : client.request('POST', `${CLOCK}/-actions/reset`, options)
    return documentText(await moved)
  },
})

/** Jobs that become due are given ten seconds, after up to five for another change. */
const MOVE_MS = 45_000
