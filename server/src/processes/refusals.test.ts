import { expect, test } from 'vitest'
import { failureMessage } from './refusals.ts'

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
