import { Link } from '@tanstack/react-router'
import type { ListedDelivery } from '../../api/integrations-queries.ts'
import { eventColumn } from '../../parts/delivery-parts.tsx'
import { paths } from '../../paths.ts'

const linkTo = ({ id, attributes }: ListedDelivery) => (
  <Link to={paths.delivery} params={{ deliveryId: id }}>
    {attributes.event}
  </Link>
)

export const ownEventColumn = eventColumn(linkTo)
