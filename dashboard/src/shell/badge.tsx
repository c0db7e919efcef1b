/** The number beside a page of the navigation: how much waits there. */

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActivity } from '../api/activity.ts'
import { pendingCountQuery } from '../api/operator-orders-queries.ts'
import { orderCountsQuery } from '../api/orders-queries.ts'
import { purchaseCountsQuery } from '../api/purchases-queries.ts'
import { unprintedQuery } from '../api/shipping-queries.ts'
import { paths } from '../paths.ts'
import { words } from '../words/index.ts'
import styles from './shell.module.css'

/** The hooks that count, by page. */
const COUNTS: Readonly<Record<string, () => number | undefined>> = {
  [paths.orders]: () => useQuery(orderCountsQuery()).data?.ankor_confirmed,
  [paths.purchases]: () => useQuery(purchaseCountsQuery()).data?.shipped,
  [paths.pending]: () => useQuery(pendingCountQuery).data,
  [paths.labels]: () => useQuery(unprintedQuery).data,
  [paths.integrations]: () => useActivity().data?.attributes.failures.length,
}

export function Badge({ to }: { to: string }): ReactNode {
  const useCount = COUNTS[to]
  return useCount && <Count useCount={useCount} />
}

function Count({ useCount }: { useCount: () => number | undefined }) {
  const count = useCount()
  if (!count) return null
  return (
    <span className={styles.badge} role="img" aria-label={words.navigation.waiting(count)}>
      {count}
    </span>
  )
}
