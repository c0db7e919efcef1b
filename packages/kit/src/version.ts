import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

/** The version of the kit, which is that of the server that it is released with. */
export const VERSION: string = (JSON.parse(manifest) as { version: string }).version
