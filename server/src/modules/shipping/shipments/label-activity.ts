import type { ActivitySource } from '../../../module.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import { readPrintableState } from './queries.ts'

/** For brands. The version covers the labels that can be printed. */
export const labelActivity: ActivitySource = {
  type: 'order-labels',
  async read({ db, actor: { account } }) {
    if (account.kind !== 'brand') return null
    const { unprinted, printable, changed_at } = await readPrintableState(db, account.brandId)
    return { version: versionOf([unprinted, printable, changed_at]) }
  },
}
