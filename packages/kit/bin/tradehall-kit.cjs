#!/usr/bin/env node
/** What the shell calls, in a clone and in the published package. Old versions of Node can read it, for the sentence below. */
'use strict'

const { existsSync } = require('node:fs')
const { join } = require('node:path')

/** As in the manifest. */
const NEEDED_MAJOR = 24

if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  process.stderr.write(
    `The kit of Tradehall needs Node ${NEEDED_MAJOR} or later, and this is ${process.versions.node}; install a newer Node.\n`,
  )
  process.exit(1)
}

/** The published package contains plain JavaScript, because Node reads no TypeScript below `node_modules`. */
const source = join(__dirname, '../src/main.ts')
import(existsSync(source) ? source : join(__dirname, '../src/main.js'))
