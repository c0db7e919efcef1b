/**
 * Files that a job renders for a brand and that a client downloads later, such as billing exports and error reports. The
 * content is stored in chunks, so that neither rendering nor serving a file holds all of it in memory.
 *
 * A module stores its files in two tables of its own: documents, whose rows have the columns `brand_id`, `id`, `run`,
 * `failed_runs`, `expires_at` and `purged_at`, and the chunks of their files. A retry is a new run of the same document and writes its
 * chunks under its own number, so that it cannot mix them with those of a run that is still being aborted.
 */
import type { Clock } from '../clock.ts'
import { type Fragment, oneOf, type Queryable } from '../database.ts'
import type { BrandId } from '../ids.ts'
import type { Name } from '../sql/query.ts'
import { joinChunks, saveInChunks } from './chunks.ts'
import { type ExpiredDocument, purgeExpired } from './expiry.ts'

export interface FileTables {
  documents: string
  /** The column of `documents` that is set when the run ended and the document may expire. */
  finishedAt: string
  chunks: string
  /** The column of `chunks` that references the document. */
  documentId: string
  /** The column of `chunks` that numbers the files of a document; absent if a document has one file only. */
  fileNumber?: string
}

/** One attempt to render the files of a document. */
export interface DocumentRun {
  brand_id: BrandId
  id: string
  run: number
}

/**
 * How often rendering a document fails before the document does. The job queue waits up to two and a half minutes between
 * attempts; a failure that lasts longer needs a human.
 */
export const MAX_FAILED_RUNS = 5

/**
 * A run that ends with its process has not failed: its worker may have been killed for another reason. A document that kills
 * its worker each time is given up as late as any other job.
 */
export const MAX_RUNS = 20

export const isGivenUp = ({ run, failed_runs }: { run: number; failed_runs: number }) =>
  run > MAX_RUNS || failed_runs >= MAX_FAILED_RUNS

/** Bounds the lists of documents, which have no pages. */
export const MAX_LISTED = 200

/** The number of the file that clients download; files that are packed into an archive have other numbers. */
export const DOWNLOAD = 0

export interface StoredFiles {
  /** Stores a file and returns its size in bytes. */
  save(
    db: Queryable,
    run: DocumentRun,
    content: AsyncIterable<Uint8Array>,
    fileNumber?: number,
  ): Promise<number>
  read(db: Queryable, run: DocumentRun, fileNumber?: number): AsyncIterable<Buffer>
  /** Does the work of a run, and counts when it throws, unless a newer run has started. */
  countFailures(db: Queryable, run: DocumentRun, work: () => Promise<void>): Promise<void>
  /**
   * Ends a run with `update`, a statement that returns the id of the document if this run may still end it. Deletes in the
   * same statement all chunks except those of the download, also those of earlier runs. Returns false if `update` changed
   * nothing, which means that a newer run has started or the document was deleted.
   */
  finishRun(
    db: Queryable,
    run: DocumentRun,
    outcome: { update: Fragment; hasDownload: boolean },
  ): Promise<boolean>
  /** Deletes the content of all expired documents of all brands and returns the number of documents. */
  purgeExpired(platform: { db: Queryable; clock: Clock }): Promise<number>
}

export function storedFiles(tables: FileTables): StoredFiles {
  const { fileNumber: column } = tables
  const names = (db: Queryable): Names => ({
    documents: db(tables.documents),
    finishedAt: db(tables.finishedAt),
    chunks: db(tables.chunks),
    documentId: db(tables.documentId),
  })
  const isFile = (db: Queryable, number: number) => (column ? db`${db(column)} = ${number}` : db`true`)

  return {
    save: (db, run, content, fileNumber = DOWNLOAD) =>
      saveInChunks(content, async ({ number, bytes }) => {
        const { chunks, documentId } = names(db)
        await db`
          insert into ${chunks} (brand_id, ${documentId}, run, ${column ? db`${db(column)},` : db``} number, bytes)
          values (${run.brand_id}, ${run.id}, ${run.run}, ${column ? db`${fileNumber},` : db``} ${number}, ${bytes})`
      }),

    read: (db, run, fileNumber = DOWNLOAD) =>
      joinChunks((number) => {
        const { chunks, documentId } = names(db)
        return db<{ bytes: Buffer }[]>`
          select bytes
          from ${chunks}
          where brand_id = ${run.brand_id} and ${documentId} = ${run.id} and run = ${run.run}
            and ${isFile(db, fileNumber)} and number = ${number}`
      }),

    async countFailures(db, run, work) {
      try {
        await work()
      } catch (error) {
        const { documents } = names(db)
        const count = db`
          update ${documents}
          set failed_runs = failed_runs + 1
          where brand_id = ${run.brand_id} and id = ${run.id} and run = ${run.run}`
        // If the count cannot be stored, the database is away, and the failure is not that of the document.
        await count.catch(() => {})
        throw error
      }
    },

    async finishRun(db, run, { update, hasDownload }) {
      const { chunks, documentId } = names(db)
      const finished = await db`
        with finished as (${update}), removed as (
          delete from ${chunks}
          where brand_id = ${run.brand_id} and ${documentId} = ${run.id} and exists (select 1 from finished)
            and not (${hasDownload} and run = ${run.run} and ${isFile(db, DOWNLOAD)})
        )
        select id from finished`
      return finished.length > 0
    },

    purgeExpired: ({ db, clock }) => purgeDocuments(db, names(db), clock.now()),
  }
}

type Names = Record<'documents' | 'finishedAt' | 'chunks' | 'documentId', Name>

function purgeDocuments(db: Queryable, names: Names, now: Date): Promise<number> {
  const { documents, finishedAt, chunks, documentId } = names
  const list = (limit: number) => db<ExpiredDocument[]>`
    select brand_id, id
    from ${documents}
    where expires_at <= ${now} and ${finishedAt} is not null and purged_at is null
    order by expires_at
    limit ${limit}`
  // Another worker may purge the same documents at the same time; each document is counted by one of them.
  const purge = async (brandId: BrandId, ids: readonly string[]) => {
    const purged = await db`
      with purged as (
        update ${documents}
        set purged_at = ${now}
        where brand_id = ${brandId} and id = ${oneOf(db, ids)} and purged_at is null
        returning id
      ), removed as (
        delete from ${chunks}
        using purged
        where brand_id = ${brandId} and ${documentId} = purged.id
      )
      select id from purged`
    return purged.length
  }
  return purgeExpired(list, purge)
}
