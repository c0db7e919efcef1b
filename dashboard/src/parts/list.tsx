/** A page of rows with its neighbours. Old rows stay while new ones load, and a list that cannot be read says why. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messageOf } from '../api/errors.ts'
import type { ListPage, Position } from '../api/pages.ts'
import { words } from '../words/index.ts'
import { Problem } from './form.tsx'
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

export function List<Row>({ label, columns, idOf, page, empty, selection }: ListProps<Row>) {
  const { data, error, isPlaceholderData } = page
  return (
    <>
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {data?.rows.length === 0 && !data.previous && !data.next
        ? empty
        : (data || !error) && (
            <Table
              label={label}
              columns={columns}
              rows={data?.rows}
              idOf={idOf}
              isStale={isPlaceholderData}
              {...(selection && { selection })}
            />
          )}
      {data && <Pager label={label} {...data} />}
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
