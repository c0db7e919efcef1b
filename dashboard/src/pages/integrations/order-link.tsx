import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orderReferenceQuery } from '../../api/orders-queries.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

/** By its reference, which people know; its id is the tooltip. */
export function OrderLink({ id }: { id: string }) {
  const { data: reference } = useQuery(orderReferenceQuery(id))
  return (
    <Link to={paths.order} params={{ orderId: id }} title={id}>
      {reference ?? words.integrations.delivery.order}
    </Link>
  )
}

/** The end: ids that were made at about the same time begin alike. */
export const shortId = (id: string) => `…${id.slice(-12)}`
