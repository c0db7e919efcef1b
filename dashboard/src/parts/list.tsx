/** A page of rows with its neighbours. Old rows stay while new ones load, and a list that cannot be read says why. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListPage, Position } from '../api/list-pages.ts'
import { words } from '../words/index.ts'
import styles from './list.module.css'
import { type Column, type Selection, Table } from './table.tsx'

interface ListProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The result of `useQuery`, with `placeholderData: keepPreviousData`. */
  page: { data?: ListPage<Row> | undefined; error: Error | null; isPlaceholderData: boolean }
  /** In place of a list without rows. */
  empty: ReactNode
  selection?: Selection<Row>
}

export function List<Row>({ page: { data, error, isPlaceholderData }, empty, ...table }: ListProps<Row>) {
  // The first page of a list that shrank may be empty although there is another one.
  const isEmpty = !data?.previous && !data?.next
  return (
    <>
      <Table
        {...table}
        rows={data?.rows}
        error={error}
        isStale={isPlaceholderData}
        {...(isEmpty && { empty })}
      />
      {data && <Pager label={table.label} {...data} />}
    </>
  )
}

function Pager({ label, previous, next }: Pick<ListPage<unknown>, 'previous' | 'next'> & { label: string }) {
  if (!previous && !next) return null
  return (
    <nav className={styles.pager} aria-label={words.list.pagesOf(label)}>
      {previous && <PageLink to={previous}>{words.list.previous}</PageLink>}
      {next && <PageLink to={next}>{words.list.next}</PageLink>}
    </nav>
  )
}

/** Keeps the filters of the address. */
function PageLink({ to: { after, before }, children }: { to: Position; children: string }) {
  const search = (old: object) => ({ ...old, after, before })
  return (
    <Link to="." search={search as never}>
      {children}
    </Link>
  )
}
