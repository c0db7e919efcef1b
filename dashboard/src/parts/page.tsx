/** The frame of a page: title, actions, sections, tabs, and what stands where there is nothing yet. */
import { VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import styles from './page.module.css'

export function PageHeader({
  title,
  trail,
  state,
  note,
  actions,
}: {
  title: string
  /** What it is part of; as links where those are pages. */
  trail?: ReactNode
  state?: ReactNode
  note?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={styles.header}>
      <title>{words.titleOf(title)}</title>
      {trail && <span className={styles.trail}>{trail} /</span>}
      <h1>{title}</h1>
      {state}
      {note && <span className={styles.note}>{note}</span>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

export function Section({
  title,
  isTitleHidden,
  hint,
  actions,
  children,
}: {
  title: string
  /** Where the tab above says the same. */
  isTitleHidden?: boolean
  hint?: string
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = <h2>{title}</h2>
  return (
    <section className={styles.section} aria-label={title}>
      {isTitleHidden && <VisuallyHidden>{heading}</VisuallyHidden>}
      {(!isTitleHidden || hint || actions) && (
        <div className={styles.sectionHead}>
          {!isTitleHidden && heading}
          {hint && <p>{hint}</p>}
          {actions && <div className={styles.sectionActions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, search, title, count }) => (
        <Link
          key={title}
          to={to}
          {...(search && { search: search as never })}
          activeOptions={{ includeSearch: search !== undefined }}
        >
          {title}
          {count !== undefined && <small>{count}</small>}
        </Link>
      ))}
    </nav>
  )
}

interface Tab {
  to: NonNullable<LinkProps['to']>
  /** For tabs of one page, which differ in their search parameters only. */
  search?: Readonly<Record<string, string>>
  title: string
  count?: number | string
}

/** The subject of a page, and beside it what surrounds it. */
export const Columns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={styles.columns}>
    <div>{children}</div>
    <aside>{aside}</aside>
  </div>
)

export function Empty({
  title,
  children,
  action,
}: {
  title?: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {title && <h2>{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  )
}
