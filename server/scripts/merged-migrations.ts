/**
 * The list of merged migrations with their checksums, `server/migrations/merged.json`. Databases have these files applied, so
 * none of them may be changed, renamed or removed.
 */
import { readFile } from 'node:fs/promises'
import { type MigrationFile, readMigrations } from '../src/platform/migrations/files.ts'

const LIST = new URL('../migrations/merged.json', import.meta.url)

/** The checksums by file name. */
export type MergedMigrations = Record<string, string>

export async function printMergedMigrations(): Promise<string> {
  const merged: MergedMigrations = JSON.parse(await readFile(LIST, 'utf8'))
  return `${JSON.stringify(extendMerged(merged, await readMigrations()), null, 2)}\n`
}

/** Adds new files to the list. Throws if one in the list has changed or is missing. */
export function extendMerged(
  merged: MergedMigrations,
  files: readonly Pick<MigrationFile, 'file' | 'md5'>[],
): MergedMigrations {
  const present = Object.fromEntries(files.map(({ file, md5 }) => [file, md5]))
  const broken = Object.keys(merged).filter((file) => present[file] !== merged[file])
  if (broken.length > 0)
    throw new Error(
      `These migrations are merged and must stay as they are: ${broken.join(', ')}. Restore them, and put the change into a new file; only if a file was never merged, delete its line in server/migrations/merged.json and run \`npm run generate\`.`,
    )
  return present
}
