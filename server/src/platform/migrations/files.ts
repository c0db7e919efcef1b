/** The migration files of this version: their names, checksums and kinds. */
import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export interface MigrationFile {
  version: number
  /** The file name, such as `0007.do.operator.sql`. */
  file: string
  /** What `public.schemaversion` calls it, such as `operator`. */
  name: string
  md5: string
  /**
   * Its statements run outside a transaction, one after another, and may be repeated. Its first line is
   * `-- resumable: <reason>`. Any other file is one transaction.
   */
  isResumable: boolean
  sql: string
}

const FILE_NAME = /^(\d{4})\.do\.([\w-]+)\.sql$/
const RESUMABLE = /^-- resumable: \S/

/** In the order in which they are applied. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [i, { version, file }] of files.entries()) {
    const before = files[i - 1]
    if (before?.version === version) throw new Error(`${before.file} and ${file} have the same number.`)
  }
  return files
}

async function readMigration(folder: string, file: string): Promise<MigrationFile> {
  const [, version, name] = FILE_NAME.exec(file) ?? []
  if (version === undefined || name === undefined)
    throw new Error(`The migration ${file} is not named like 0007.do.operator.sql.`)
  // The checksum does not depend on the line ends of a checkout.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll(/\r\n?/g, '\n')
  return {
    version: Number(version),
    file,
    name,
    md5: hash('md5', sql),
    isResumable: RESUMABLE.test(sql),
    sql,
  }
}

let versions: Promise<number[]> | undefined

/** The versions of the files, read once: health checks ask often, and the files do not change. */
export function migrationVersions(): Promise<number[]> {
  versions ??= readdir(MIGRATIONS_FOLDER).then((names) =>
    names
      .flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b),
  )
  return versions
}
