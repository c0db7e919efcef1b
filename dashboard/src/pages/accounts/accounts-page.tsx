/** What the lists of brands and of retailers share. */

import { Button } from '@mantine/core'
import type { ComponentProps, ComponentType } from 'react'
import type { AccountsSearch } from '../../api/accounts-queries.ts'
import { changedSearch } from '../../api/list-pages.ts'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import { AccountFilters } from './account-filters.tsx'
import { AccountState } from './account-state.tsx'

const { accounts: text } = words

type Search = AccountsSearch & { dialog?: 'create' }

interface AccountsPageProps<Row> extends Pick<ComponentProps<typeof List<Row>>, 'columns' | 'page'> {
  title: string
  createLabel: string
  searchLabel: string
  /** Shown while there is none. */
  none: string
  hasSegment?: boolean
  CreateDialog: ComponentType<{ onClose: () => void }>
  search: Search
  open: (search: Search, options?: { replace: boolean }) => void
}

export function AccountsPage<Row extends { id: string }>({
  title,
  createLabel,
  searchLabel,
  none,
  hasSegment = false,
  CreateDialog,
  search: { dialog, ...search },
  open,
  ...list
}: AccountsPageProps<Row>) {
  const isFiltered = Object.keys(search).length > 0
  const create = (
    <Button variant="filled" onClick={() => open({ ...search, dialog: 'create' })}>
      {createLabel}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} actions={create} />
      <AccountFilters
        label={searchLabel}
        search={search}
        change={(changed) => open(changedSearch(search, changed), { replace: true })}
        hasSegment={hasSegment}
      />
      <List
        label={title}
        idOf={({ id }) => id}
        empty={<Empty>{isFiltered ? text.noneMatching : none}</Empty>}
        {...list}
      />
      {dialog && <CreateDialog onClose={() => open(search)} />}
    </>
  )
}

interface AccountRow {
  attributes: { suspendedAt?: string | null; createdAt?: string }
}

export const STATE_AND_AGE: readonly Column<AccountRow>[] = [
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    cell: ({ attributes: { suspendedAt } }) => <AccountState suspendedAt={suspendedAt} />,
  },
  {
    key: 'created',
    title: text.created,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => createdAt && <When at={createdAt} />,
  },
]
