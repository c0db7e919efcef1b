import type { ActivitySource } from '../../../module.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import { readExportsState } from './queries.ts'

/** For brands. The version changes with each requested export and with its progress. */
export const exportActivity: ActivitySource = {
  type: 'billing-exports',
  async read({ db, actor: { account } }) {
    if (account.kind !== 'brand') return null
    const { newest_id, unfinished } = await readExportsState(db, account.brandId)
    return { version: versionOf([newest_id, ...unfinished]) }
  },
}
