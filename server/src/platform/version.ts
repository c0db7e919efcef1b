import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of this server. */
export const VERSION: string = (JSON.parse(manifest) as { version: string }).version
