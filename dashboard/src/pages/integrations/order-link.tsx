import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** By its id, shortened: the whole is its tooltip. */
export const OrderLink = ({ id }: { id: string }) => (
  <Link to={paths.order} params={{ orderId: id }} title={id}>
    {shortId(id)}
  </Link>
)

/** The end: ids that were made at about the same time begin alike. */
export const shortId = (id: string) => `…${id.slice(-12)}`
