/**
 * Two migrations were changed after their merge, before a test refused that (`server/migrations/merged.json`). A database
 * that has the earlier form of one is brought to the state that its present form makes or expects.
 */
import type { MigrationFile } from './files.ts'
import type { MigrationSession } from './session.ts'

interface Replacement {
  version: number
  /** The checksum of the earlier form. */
  md5: string
  repair: string
  /** Whether the repair undoes the earlier form, so that the present one is applied. Otherwise the results are the same. */
  isUndone: boolean
}

const REPLACEMENTS: readonly Replacement[] = [
  {
    // 0034.do.quote-retention.sql
    version: 34,
    md5: '1ea0cf7d7578189029552661c98f7020',
    repair: `
      drop index shipping.quote_requests_age_idx;
      alter table shipping.quote_requests drop column quote_ids`,
    isUndone: true,
  },
  {
    // 0054.do.sent-items-on-orders.sql
    version: 54,
    md5: '2569f3274384a19b1943dac678afbfd7',
    repair: `
      update ordering.orders set shipment = shipment - 'requestId'
      where shipping_method = 'fulfillment' and shipment ? 'outsideId' and shipment ? 'requestId'`,
    isUndone: false,
  },
]

export const replacementOf = (version: number, md5: string): Replacement | undefined =>
  REPLACEMENTS.find((one) => one.version === version && one.md5 === md5)

/** Repairs what earlier forms of these files have made. Those that remain missing have to be applied. */
export async function repairReplaced(
  session: MigrationSession,
  files: readonly MigrationFile[],
): Promise<void> {
  for (const { version, name, md5 } of files) {
    for (const earlier of REPLACEMENTS.filter((one) => one.version === version)) {
      await session.query('begin')
      const { rowCount } = earlier.isUndone
        ? await session.query('delete from public.schemaversion where version = $1 and md5 = $2', [
            version,
            earlier.md5,
          ])
        : await session.query(
            'update public.schemaversion set name = $3, md5 = $4 where version = $1 and md5 = $2',
            [version, earlier.md5, name, md5],
          )
      if (rowCount) await session.query(earlier.repair)
      await session.query('commit')
    }
  }
}
