/** Stores the files of labels: in the database, or in a directory that all nodes share. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/database.ts'
import {
  dropLabelBytes,
  insertLabel,
  type LabelRow,
  loadLabelBytes,
  readLabelBytes,
} from './label-queries.ts'
import type { ShipmentRow } from './queries.ts'

type Store = Pick<Config, 'labelsDir'>

/**
 * Writes the file before the transaction that refers to it. Its name is derived from the label, so that a retry replaces the
 * same file and leaves no orphan.
 */
export async function writeLabelFile({ labelsDir }: Store, label: LabelRow, bytes: Buffer): Promise<void> {
  if (labelsDir === undefined) return
  const path = fileOf(labelsDir, label)
  const unfinished = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    // The database will refer to the file, so it must be durable.
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/** Runs in the transaction that completes the shipment. */
export async function saveLabel(
  tx: Queryable,
  { labelsDir }: Store,
  label: LabelRow,
  bytes: Buffer,
): Promise<void> {
  await insertLabel(tx, { ...label, bytes: labelsDir === undefined ? bytes : null })
}

export async function readLabel(db: Queryable, store: Store, label: LabelRow): Promise<Buffer> {
  return (await readLabelBytes(db, label)) ?? (await readLabelFile(store, label))
}

/** Labels of one brand, in the given order. */
export async function readLabels(
  db: Queryable,
  store: Store,
  labels: readonly LabelRow[],
): Promise<Buffer[]> {
  const [first] = labels
  if (!first) return []
  const ids = labels.map(({ id }) => id)
  const stored = new Map((await loadLabelBytes(db, first.brand_id, ids)).map(({ id, bytes }) => [id, bytes]))
  return await Promise.all(
    labels.map(async (label) => stored.get(label.id) ?? (await readLabelFile(store, label))),
  )
}

async function readLabelFile({ labelsDir }: Store, label: LabelRow): Promise<Buffer> {
  // Labels that were stored before the setting changed are not moved, so the database is read first.
  if (labelsDir === undefined) throw new Error(`The label ${label.id} is not in the database.`)
  return await readFile(fileOf(labelsDir, label))
}

/** Deletes the files of a shipment's labels. Idempotent. */
export async function dropLabels(db: Queryable, { labelsDir }: Store, shipment: ShipmentRow): Promise<void> {
  const labels = await dropLabelBytes(db, shipment)
  if (labelsDir === undefined) return
  for (const label of labels) await rm(fileOf(labelsDir, label), { force: true })
}

const fileOf = (folder: string, { brand_id, id }: Pick<LabelRow, 'brand_id' | 'id'>) =>
  join(folder, brand_id, `${id}.pdf`)
