/**
 * Versions of rows. The system column `xmin` of PostgreSQL is the id of the transaction that wrote a row, so two committed
 * states of a row never share it, whatever the clock says. Transaction ids start again in a restored database; therefore a
 * version also contains the id of the row and `updated_at`.
 */
import { hash } from 'node:crypto'

/** For rows that were selected with `xmin as row_version`. */
export interface RowVersion {
  row_version: string
}

/** 132 bits. Base64url consists of characters that an entity tag may contain, without the dot that ends the version there. */
const LENGTH = 22

/** The version of a resource that depends on several rows is made of the parts of all of them, null for a missing row. */
export function versionOf(parts: readonly (string | number | Date | null | undefined)[]): string {
  const texts = parts.map((part) => (part instanceof Date ? part.getTime() : (part ?? '')))
  return hash('sha256', texts.join(' '), 'base64url').slice(0, LENGTH)
}
