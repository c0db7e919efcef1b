/** What the tables of orders on Home show in the same way. */
import { Link } from '@tanstack/react-router'
import type { PendingItem } from '../../api/home-queries.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { GoodsPictures } from '../catalog/goods-pictures.tsx'
import styles from './home.module.css'

export const Goods = ({ item: { order } }: { item: PendingItem }) =>
  order && <GoodsPictures goods={order.goods} itemsCount={order.itemsCount} />

export function OrderName({ item }: { item: PendingItem }) {
  return (
    <>
      <Link to={paths.order} params={{ orderId: item.id }} className={styles.name}>
        {item.about ?? item.name}
      </Link>
      <small>{[item.name, item.order?.city].filter(Boolean).join(' · ')}</small>
      <small data-narrow>
        <Items item={item} />
      </small>
    </>
  )
}

export function Items({ item: { order } }: { item: PendingItem }) {
  if (!order) return null
  const { itemsCount, piecesCount, shortItems } = order
  const [short] = shortItems
  return (
    <>
      <span className={styles.line}>{words.home.goodsOf(itemsCount, piecesCount)}</span>
      {short && (
        <small className={styles.short}>
          {itemsCount === 1
            ? words.home.shortOne(Math.max(0, short.onHand), short.ordered)
            : words.home.shortSome(shortItems.length, itemsCount)}
        </small>
      )}
    </>
  )
}
