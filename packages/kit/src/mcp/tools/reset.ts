import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { documentText } from './fields.ts'

/** As long as the testing API takes for a large catalog. */
const RESET_MS = 55_000

export const resetSandbox = defineTool({
  name: 'reset_sandbox',
  title: 'Reset the sandbox to its demo data',
  description:
    'Drops everything that was changed, for all accounts, and sets the clock back to real time. Credentials of the demo accounts stay valid; other applications are removed, and the result names them.',
  input: Type.Object({}, { additionalProperties: false }),
  effect: 'changes',
  isIdempotent: true,
  async run(_input, { sandbox, signal }) {
    const client = await sandbox.client()
    return documentText(await client.request('POST', '/api/testing/reset', { signal, timeoutMs: RESET_MS }))
  },
})
