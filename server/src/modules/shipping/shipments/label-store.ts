/** Where the bytes of labels are: in the database, or in a folder that all nodes share. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../../config.ts'
import type { Queryable } from '../../../platform/database.ts'
import { dropLabelBytes, insertLabel, type LabelRow, readLabelBytes, type ShipmentRow } from './queries.ts'

type Store = Pick<Config, 'labelsDir'>

/**
 * What is written before the transaction that needs it. The name of a file follows from the label, and a label from its
 * parcel: a second try writes the same file, so that nothing is left over.
 */
export async function keepLabel({ labelsDir }: Store, label: LabelRow, bytes: Buffer): Promise<void> {
  if (labelsDir === undefined) return
  const path = fileOf(labelsDir, label)
  const unfinished = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    // The database will say that it is there: it must be, also after a power cut.
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/** In the transaction. */
export async function saveLabel(
  tx: Queryable,
  { labelsDir }: Store,
  label: LabelRow,
  bytes: Buffer,
): Promise<void> {
  await insertLabel(tx, { ...label, bytes: labelsDir === undefined ? bytes : null })
}

export async function readLabel(db: Queryable, { labelsDir }: Store, label: LabelRow): Promise<Buffer> {
  const stored = await readLabelBytes(db, label)
  if (stored) return stored
  // Labels that were made before the setting changed are where they were.
  if (labelsDir === undefined) throw new Error(`The label ${label.id} is not in the database.`)
  return await readFile(fileOf(labelsDir, label))
}

/** To do so again does no harm. */
export async function dropLabels(db: Queryable, { labelsDir }: Store, shipment: ShipmentRow): Promise<void> {
  const labels = await dropLabelBytes(db, shipment)
  if (labelsDir === undefined) return
  for (const label of labels) await rm(fileOf(labelsDir, label), { force: true })
}

const fileOf = (folder: string, { brand_id, id }: Pick<LabelRow, 'brand_id' | 'id'>) =>
  join(folder, brand_id, `${id}.pdf`)
