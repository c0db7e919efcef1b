/** The line of figures above everything else: how much there is to do, and what it is worth. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview, SumOfOrders } from '../../api/home-queries.ts'
import { formatMoney } from '../../parts/money.ts'
import { State } from '../../parts/state.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'
import { daysUntil } from './today.ts'

const { facts: text } = words.home

const total = (counts: readonly { ordersCount: number }[]) =>
  counts.reduce((sum, { ordersCount }) => sum + ordersCount, 0)

const amountsOf = (sums: readonly SumOfOrders[]) => sums.map(formatMoney).join(' · ')

export function Facts({ overview: { work, trends } }: { overview: Overview }) {
  const due = work.toShip.filter(({ day }) => daysUntil(day, trends.to) <= 0)
  const overdue = total(due.filter(({ day }) => day < trends.to))
  const { outOfStockCount, lowStockCount } = trends
  return (
    <div className={styles.facts}>
      <Fact
        title={text.toAccept}
        to={{ to: paths.orders, search: { tab: 'to-accept' } }}
        figure={total(work.toAccept)}
      >
        {amountsOf(work.toAccept)}
      </Fact>
      <Fact title={text.toShip} to={{ to: paths.orders, search: { tab: 'to-ship' } }} figure={total(due)}>
        {overdue > 0 && <State tone="bad">{text.overdue(overdue)}</State>}
      </Fact>
      <Fact title={text.unpaid} to={{ to: paths.money }} figure={amountsOf(work.unpaid) || '–'}>
        {work.unpaid.length > 0 && text.orders(total(work.unpaid))}
      </Fact>
      <Fact title={text.stock} to={{ to: paths.catalog }} figure={outOfStockCount + lowStockCount}>
        {outOfStockCount + lowStockCount > 0 && text.stockNote(outOfStockCount, lowStockCount)}
      </Fact>
    </div>
  )
}

interface FactProps {
  title: string
  to: { to: string; search?: Readonly<Record<string, string>> }
  figure: ReactNode
  children: ReactNode
}

const Fact = ({ title, to, figure, children }: FactProps) => (
  <Link {...(to as LinkProps)} className={styles.fact}>
    <span>{title}</span>
    <b>{figure}</b> {children}
  </Link>
)
