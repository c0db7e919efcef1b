import { expect, test } from 'vitest'
import { failureMessage, isDatabaseUnreachable } from './refusals.ts'

test.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])(
  'a package that is missing (%s) means that the installation is not complete',
  async (code) => {
    const error = Object.assign(
      new Error("Cannot find package 'fastq' imported from /a/b.js\nRequire stack:"),
      { code },
    )
    expect(await failureMessage(error)).toBe(
      "The installation of Tradehall is not complete (Cannot find package 'fastq' imported from /a/b.js); delete the folder `node_modules` and install it again.",
    )
  },
)

test('a database that only reads is told as that, and another host may accept writes later', async () => {
  const error = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
    code: '25006',
  })
  expect(await failureMessage(error)).toBe(
    'The database refuses this: cannot execute INSERT in a read-only transaction; name a host that accepts writes in TRADEHALL_DATABASE_URL.',
  )
  expect(isDatabaseUnreachable(error)).toBe(true)
})

test('a database whose host never answers cannot be reached, and a retry may help', async () => {
  const lost = Object.assign(new Error('A connection to the database could not be opened.'), {
    code: 'CONNECTION_LOST',
    cause: new Error('Connection terminated unexpectedly'),
  })
  expect(await failureMessage(lost)).toBe(
    'The database cannot be reached: A connection to the database could not be opened.',
  )
  expect(isDatabaseUnreachable(lost)).toBe(true)
})
