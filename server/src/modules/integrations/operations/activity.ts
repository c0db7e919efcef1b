/** Shows polling clients that an operation was created, has progressed or has ended. */
import type { ActivitySource } from '../../../module.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import { integrationOperation } from './resource.ts'

interface Current {
  id: string
  status: string
  done: number
}

export const operationActivity: ActivitySource = {
  type: integrationOperation.type,
  async read({ db, actor: { account } }) {
    if (account.kind !== 'brand') return null
    const { brandId } = account
    // The newest operation, and those that have not ended: an operation that ends leaves the list. Uses
    // operations_newest_idx, and the indexes of open, pending and running operations.
    const rows = await db<Current[]>`
      (
        select id, status, 0 as done from integrations.operations
        where brand_id = ${brandId}
        order by created_at desc, id desc
        limit 1
      )
      union all
      select id, status, total_products_count from integrations.operations
      where brand_id = ${brandId} and status = 'created'
      union all
      select id, status, 0 from integrations.operations
      where brand_id = ${brandId} and status = 'pending'
      union all
      select id, case when cancel_requested_at is null then status else 'stopping' end, done_ordinal
      from integrations.operations
      where brand_id = ${brandId} and status = 'started'`
    return { version: versionOf(rows.flatMap(({ id, status, done }) => [id, status, done])) }
  },
}
