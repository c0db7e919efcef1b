#!/usr/bin/env node
/**
 * What the shell calls. It is written so that old versions of Node can read it, because they cannot read the server:
 * there it starts the Node of the packages and stands for it, signals and exit code included.
 */
'use strict'

// biome-ignore-start lint/style/useNodejsImportProtocol: Node before 14 does not know that spelling.
const { spawn } = require('child_process')
const { join } = require('path')
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/** As in the manifests: the first that reads TypeScript and has all that the server uses. */
const NEEDED_MAJOR = 24
const MAIN = join(__dirname, '../src/main.ts')

const major = Number(process.versions.node.split('.')[0])
if (major >= NEEDED_MAJOR) runHere()
else runOnPackagedNode()

/**
 * Each process of a start would otherwise compile the same thousand files again, and hold the compiler of TypeScript,
 * 20 MB each. It is said by the environment, which children inherit, because it has to be known before a first file.
 */
function runHere() {
  if (!process.env.NODE_COMPILE_CACHE) {
    const { directory } = require('node:module').enableCompileCache()
    if (directory) process.env.NODE_COMPILE_CACHE = directory
  }
  import(MAIN)
}

function runOnPackagedNode() {
  const node = findPackagedNode()
  if (!node) return refuse()
  const stdio = ['inherit', 'inherit', 'inherit']
  if (process.send) stdio.push('ipc')
  const child = spawn(node, [__filename].concat(process.argv.slice(2)), { stdio })
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
  process.stderr.write(
    `Tradehall needs Node ${NEEDED_MAJOR} or later, and this is ${process.versions.node}; run \`npm ci\`, which brings one, or install a newer Node.\n`,
  )
  process.exit(1)
}
