/** Generates the connectors that are certified in tests, without a registry: the client library is linked. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProject } from '../../../packages/kit/src/init/init.ts'
import type { Mutant } from './mutants.ts'

const CLIENT = fileURLToPath(new URL('../../../packages/client', import.meta.url))

/** The generated connector as it is. */
export function generateConnector(folder: string): void {
  createProject({ full: true, target: folder, sandbox: undefined })
  // Outside of `node_modules`, where Node runs no TypeScript.
  cpSync(CLIENT, join(folder, 'client'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  mkdirSync(join(folder, 'node_modules', '@tradehall'), { recursive: true })
  symlinkSync(join(folder, 'client'), join(folder, 'node_modules', '@tradehall', 'client'))
}

/** With one defect. */
export function generateMutant(folder: string, { name, file, replace, by }: Mutant): void {
  generateConnector(folder)
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const [before, after, ...more] = text.split(replace)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `The mutant "${name}" does not fit: its text occurs ${more.length + (after === undefined ? 0 : 1)} times in ${file}.`,
    )
  writeFileSync(path, before + by + after)
}
