/** `tradehall backup`: writes the database to one file, while the server runs or not. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readDataFile } from '@tradehall/kit/data-file'
import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import { sandboxFilePath } from '@tradehall/kit/sandbox-file'
import { stopSignal } from '@tradehall/kit/stop-signal'
import type { Config } from '../config.ts'
import { LEDGER_SUMS } from '../modules/stock/ledger/sums.ts'
import { type SecretFiles, writeBackup } from '../platform/copy/backup-file.ts'
import { readDatabase } from '../platform/copy/read-database.ts'
import { closeSession, openSession } from '../platform/copy/session.ts'
import { readSecretKey } from '../platform/data-dir/data-dir.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { countRows, explained, refuseMissingDatabase, showBytes, warnAboutLedger } from './copying.ts'

export interface BackupOptions extends OutputOptions {
  to: string
  withSecrets?: boolean
}

export async function backup(
  config: Config,
  { to, withSecrets = false, json = false }: BackupOptions,
): Promise<number> {
  const file = resolve(to)
  if (existsSync(file)) throw new StartRefused(`The file ${file} exists; delete it, or choose another name.`)
  refuseMissingDatabase(config)
  const secrets = withSecrets ? readSecrets(config) : {}
  const stop = stopSignal()
  const progress = showBytes(json)
  const { header, summary, bytes } = await explained(
    { work: 'backup', kept: 'no file was written', stop },
    () =>
      withSession(config, stop, async (session) => {
        const source = await readDatabase(session, {
          id: randomUUID(),
          sums: LEDGER_SUMS,
          onBytes: progress.reach,
        })
        return { ...source, ...(await writeBackup(file, source, { secrets, signal: stop })) }
      }),
  )
  progress.clear()
  warnAboutLedger(summary)
  const { createdAt, tables, migrations } = header
  const rows = countRows(summary)
  if (json) {
    const schema = migrations.at(-1)?.version
    printJson({ file, bytes, createdAt, tables: tables.length, rows, schema, secrets: withSecrets })
    return 0
  }
  print(
    `The backup ${file} has ${tables.length} tables with ${rows} rows, as of ${createdAt}, in ${bytes} bytes.`,
  )
  print(
    withSecrets
      ? 'It contains the secret key and the demo credentials: whoever has the file can read everything.'
      : `It does not contain the secret key, without which no server can use it: keep ${keyPlace(config)} elsewhere.`,
  )
  if (config.labelsDir) print(`Labels are not part of it: back up the folder ${config.labelsDir} too.`)
  if (config.filesUrl) {
    print(
      'Pictures in the file storage are not part of it: keep the bucket, or a copy of it of the same time or later.',
    )
  }
  return 0
}

const keyPlace = ({ secretKey, dataDir }: Config) =>
  secretKey ? 'TRADEHALL_SECRET_KEY' : `the file ${resolve(dataDir, 'secret-key')}`

function readSecrets({ secretKey, dataDir }: Config): SecretFiles {
  const key = secretKey ?? readSecretKey(dataDir)
  const sandbox = readDataFile(sandboxFilePath(dataDir), 'make the backup without --with-secrets')
  return { ...(key && { 'secret-key': `${key}\n` }), ...(sandbox && { 'sandbox.json': sandbox }) }
}

async function withSession<T>(
  config: Config,
  stop: AbortSignal,
  work: (session: Awaited<ReturnType<typeof openSession>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config)
  try {
    const session = await openSession(database.url, stop)
    return await work(session).finally(() => closeSession(session))
  } finally {
    await database.close()
  }
}
