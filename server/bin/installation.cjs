/**
 * Checks that the published package was installed as a whole. An install that was interrupted may lack a migration, and
 * the server would create a database without it. Old versions of Node can read this file.
 */
'use strict'

// biome-ignore-start lint/style/useNodejsImportProtocol: Node before 14 does not know that spelling.
const { existsSync, readFileSync, statSync } = require('fs')
const { join } = require('path')
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/** A phrase about the first file or dependency that is missing, or `undefined`. */
function findDamage(root) {
  const sizes = readJson(join(root, 'files.json'))
  if (!sizes) return 'the file files.json is damaged'
  for (const path of Object.keys(sizes)) {
    const problem = problemOf(join(root, path), sizes[path])
    if (problem) return `the file ${path} is ${problem}`
  }
  const folders = (require.resolve.paths('x') || []).filter(existsSync)
  for (const name of Object.keys(readJson(join(root, 'package.json')).dependencies)) {
    const isInstalled = folders.some((folder) => existsSync(join(folder, name, 'package.json')))
    if (!isInstalled) return `the package ${name} is missing`
  }
  return undefined
}

function problemOf(path, size) {
  try {
    return statSync(path).size === size ? undefined : 'damaged'
  } catch {
    return 'missing'
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

module.exports = { findDamage }
