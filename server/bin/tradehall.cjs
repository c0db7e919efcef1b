#!/usr/bin/env node
/**
 * What the shell calls, in a clone and in the published package. It is written so that old versions of Node can read it,
 * because they cannot read the server: there it starts the Node of the package `node` and stands for it, signals and exit
 * code included.
 */
'use strict'

// biome-ignore-start lint/style/useNodejsImportProtocol: Node before 14 does not know that spelling.
const { spawn } = require('child_process')
const { existsSync } = require('fs')
const { join } = require('path')
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

const { findDamage } = require('./installation.cjs')
const { endWithParent, watchedBy } = require('./parent.cjs')

/** As in the manifests: the first that reads TypeScript and has all that the server uses. */
const NEEDED_MAJOR = 24
/** The published package contains plain JavaScript, because Node reads no TypeScript below `node_modules`. */
const IS_CLONE = existsSync(join(__dirname, '../src/main.ts'))
const MAIN = join(__dirname, IS_CLONE ? '../src/main.ts' : '../src/main.js')

const damage = IS_CLONE ? undefined : findDamage(join(__dirname, '..'))
const major = Number(process.versions.node.split('.')[0])
if (damage) refuseInstallation(damage)
else if (major >= NEEDED_MAJOR) runHere()
else runOnPackagedNode()

/**
 * Each process of a start would otherwise compile the same thousand files again, and hold the compiler of TypeScript,
 * 20 MB each. It is said by the environment, which children inherit, because it has to be known before a first file.
 */
function runHere() {
  endWithParent()
  if (!process.env.NODE_COMPILE_CACHE) {
    const { directory } = require('node:module').enableCompileCache()
    if (directory) process.env.NODE_COMPILE_CACHE = directory
  }
  import(MAIN).catch((error) => {
    if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(error.code)) throw error
    refuseInstallation(error.message.split('\n')[0])
  })
}

function runOnPackagedNode() {
  const node = findPackagedNode()
  if (!node) return refuse()
  const child = spawn(node, [__filename].concat(process.argv.slice(2)), watchedBy(process))
  child.on('error', refuse)
  child.on('exit', endLike)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
    process.on(signal, () => child.kill(signal))
  if (process.send) relay(child)
}

function findPackagedNode() {
  try {
    return require.resolve('node/bin/node')
  } catch {
    return undefined
  }
}

function relay(child) {
  child.on('message', (message) => process.connected && process.send(message))
  process.on('message', (message) => child.connected && child.send(message))
  process.on('disconnect', () => child.connected && child.disconnect())
}

function endLike(code, signal) {
  if (!signal) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function refuse() {
  const remedy = IS_CLONE ? 'run `npm ci`, which brings one' : 'add one with `npm install node`'
  exitWith(
    `Tradehall needs Node ${NEEDED_MAJOR} or later, and this is ${process.versions.node}; ${remedy}, or install a newer Node.`,
  )
}

function refuseInstallation(reason) {
  exitWith(
    `The installation of Tradehall is not complete (${reason}); delete the folder \`node_modules\` and install it again.`,
  )
}

function exitWith(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
