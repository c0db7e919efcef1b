/** Loaded with `--require`: this Node says that it is an older one. Processes that it starts do not load it. */
'use strict'

const versions = { ...process.versions, node: '20.0.0' }
Object.defineProperty(process, 'versions', { value: versions })
