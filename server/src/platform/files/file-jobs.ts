/** The background jobs of documents with stored files: rendering a document, and purging what has expired. */
import { Type } from 'typebox'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'
import { type JobKind, job } from '../jobs/jobs.ts'
import { MAX_RUNS, type StoredFiles } from './stored-files.ts'

const ONE_DAY_MS = 24 * 3_600_000

/** The document of a brand, under the name that the payload has for its id, such as `exportId`. */
type DocumentKey<Id extends string> = { brandId: BrandId } & Record<Id, string>

export function renderJob<Id extends string>(
  name: string,
  { id, ...texts }: { id: Id; meaning: string; lost: string },
  run: (platform: Platform, key: DocumentKey<Id>) => Promise<void>,
): JobKind<DocumentKey<Id>> {
  return job(name, {
    ...texts,
    payload: Type.Unsafe<DocumentKey<Id>>(Type.Object({ brandId: Type.String(), [id]: Type.String() })),
    // More attempts than runs: some are used up by a worker that is killed before the run begins, and the last one records for
    // the brand that the document is given up.
    maxAttempts: 2 * MAX_RUNS,
    run,
  })
}

export const purgeJob = (name: string, meaning: string, files: StoredFiles) =>
  job(name, {
    meaning,
    payload: Type.Object({}),
    everyMs: ONE_DAY_MS,
    async run(platform) {
      const purged = await files.purgeExpired(platform)
      if (purged > 0) platform.log.info({ job: name, purged }, 'deleted the files of expired documents')
    },
  })
