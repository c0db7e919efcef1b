/** What moved the stock of a variant, each with a link to its cause. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSupport, mayManageUsers } from '../../access.ts'
import { ownUserQuery, usersQuery } from '../../api/queries.ts'
import { type StockMovement, type StockSearch, stockMovementsQuery } from '../../api/stock-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { List } from '../../parts/list.tsx'
import { Empty } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { LOCALE, words } from '../../words/index.ts'

const { stock } = words

const signed = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })

const COLUMNS: Column<StockMovement>[] = [
  {
    key: 'when',
    title: stock.when,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { createdAt } }) => formatDateTime(createdAt),
  },
  {
    key: 'what',
    title: stock.what,
    cell: ({ attributes: { movementType, locationType, createdAt } }) => (
      <>
        {stock.types[movementType] ?? movementType}
        {locationType !== 'brand' && <small>{stock.places[locationType] ?? locationType}</small>}
        <small data-narrow>{formatDateTime(createdAt)}</small>
      </>
    ),
  },
  { key: 'cause', title: stock.cause, cell: (movement) => <Cause movement={movement} /> },
  ...(['onHand', 'reserved', 'available'] as const).map(
    (status): Column<StockMovement> => ({
      key: status,
      title: stock[status],
      kind: 'number',
      wide: status !== 'onHand',
      cell: ({ attributes }) => (
        <>
          {signed.format(attributes[status])}
          {attributes.balance && <small>{attributes.balance[status].toLocaleString(LOCALE)}</small>}
        </>
      ),
    }),
  ),
]

export function Movements({ variantId, search }: { variantId: string; search: StockSearch }) {
  const page = useQuery(stockMovementsQuery(variantId, search))
  return (
    <List
      label={stock.movements}
      columns={COLUMNS}
      idOf={({ id }) => id}
      page={page}
      empty={<Empty>{stock.empty}</Empty>}
    />
  )
}

function Cause({ movement }: { movement: StockMovement }) {
  const { cause, operationId, requestId } = movement.attributes
  const { order } = movement.related
  if (cause === 'warehouse') return stock.warehouse
  if (cause === 'order') {
    if (!order) return stock.otherOrder
    return (
      <Link to={paths.order} params={{ orderId: order.id }}>
        {stock.order(String(order.attributes.reference))}
      </Link>
    )
  }
  if (cause === 'import') {
    // Imports of before operations were stored with their movements.
    if (operationId === null) return stock.import
    return (
      <Link to={paths.import} params={{ operationId }}>
        {stock.import}
      </Link>
    )
  }
  return (
    <>
      <Doer movement={movement} />
      {IS_SANDBOX && requestId && (
        <small>
          <Link to={paths.request} params={{ requestId }}>
            {stock.request}
          </Link>
        </small>
      )}
    </>
  )
}

/** Staff may not read who the other users are. */
function Doer({ movement: { attributes, related } }: { movement: StockMovement }) {
  const { userId } = attributes
  const session = useSession()
  const isOfUser = userId !== null && !related.supportSession && !isSupport(session)
  const { data: own } = useQuery({ ...ownUserQuery, enabled: isOfUser })
  const { data: users } = useQuery({ ...usersQuery, enabled: isOfUser && mayManageUsers(session) })
  if (related.supportSession) {
    const { userName, brandName } = related.supportSession.attributes
    return words.support.authorFor(userName, brandName)
  }
  if (related.application) return stock.application(related.application.attributes.name)
  if (userId === null) return stock.unknown
  if (userId === own?.id) return stock.you
  const user = users?.find(({ id }) => id === userId)?.attributes
  return user ? `${user.firstName} ${user.lastName}` : stock.colleague
}
