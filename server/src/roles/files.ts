/** `tradehall files`: moves stored files between the database and the file storage, and looks whether all are there. */
import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson, remark } from '@tradehall/kit/printing'
import { showProgress } from '@tradehall/kit/progress'
import { stopSignal } from '@tradehall/kit/stop-signal'
import type { Config } from '../config.ts'
import {
  countFiles,
  type FileReport,
  type FileWork,
  moveFiles,
  type Place,
  verifyFiles,
} from '../modules/pictures/moving.ts'
import { type FileStorage, StorageFailed } from '../platform/file-storage/file-storage.ts'
import type { Platform } from '../platform/index.ts'
import { withPlatform } from './with-platform.ts'

export interface MoveFilesOptions extends OutputOptions {
  to: Place
}

/** Returns the exit code: 1 if files are lost, or if some are left. */
export async function moveStoredFiles(
  config: Config,
  { to, json = false }: MoveFilesOptions,
): Promise<number> {
  return await withFiles(
    config,
    { place: to === 'storage' ? 'database' : 'storage', json },
    (platform, work) => moveFiles(platform, to, work),
  ).then(({ report, left }) => {
    if (json) printJson({ moved: report.done, left, lost: report.lost })
    else {
      print(`Moved ${report.done} files to the ${PLACES[to]}; ${left} are left.`)
      if (report.isStopped) remark('It was stopped; the same command goes on.')
    }
    return endWith(report, left)
  })
}

export async function verifyStoredFiles(config: Config, { json = false }: OutputOptions): Promise<number> {
  const { report } = await withFiles(config, { place: 'storage', json }, verifyFiles)
  if (json) printJson({ verified: report.done, lost: report.lost })
  else print(`${report.done} files of the file storage are as they were stored.`)
  return endWith(report, report.isStopped ? 1 : 0)
}

const PLACES = { storage: 'file storage', database: 'database' }

function endWith({ lost }: FileReport, left: number): number {
  for (const name of lost) remark(`The file storage lacks ${name}, or has other bytes than were stored.`)
  return lost.length > 0 || left > 0 ? 1 : 0
}

async function withFiles(
  config: Config,
  { place, json }: { place: Place; json: boolean },
  run: (platform: Platform & { files: FileStorage }, work: FileWork) => Promise<FileReport>,
): Promise<{ report: FileReport; left: number }> {
  if (!config.filesUrl) throw new StartRefused('Set TRADEHALL_FILES_URL to the file storage.')
  // The command itself tells what it finds, on the same output.
  return await withPlatform({ ...config, logLevel: 'silent' }, async (platform) => {
    const of = await countFiles(platform.db, place)
    const progress = showProgress(json ? process.stderr : process.stdout, { of, noun: 'files' })
    const work = { onDone: progress.reach, signal: stopSignal() }
    try {
      const report = await run({ ...platform, files: platform.files as FileStorage }, work)
      return { report, left: await countFiles(platform.db, place) }
    } catch (error) {
      if (!(error instanceof StorageFailed)) throw error
      const left = await countFiles(platform.db, place)
      throw new StartRefused(
        `${error.message} Check TRADEHALL_FILES_URL. What was done stays done; ${left} files are left in the ${PLACES[place]}, and the same command goes on with them.`,
      )
    } finally {
      progress.end()
    }
  })
}
