/** The imports of a brand, newest first, and where a new one begins. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type ImportsSearch,
  KINDS,
  type ListedOperation,
  operationsQuery,
  STATUSES,
} from '../../api/imports-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { DropZone } from './drop-zone.tsx'
import { ImportState } from './import-state.tsx'

const { imports: text } = words
const route = getRouteApi('/shell/imports')

const COLUMNS: readonly Column<ListedOperation>[] = [
  {
    key: 'kind',
    title: text.kind,
    cell: ({ id, attributes }) => (
      <Link to={paths.import} params={{ operationId: id }}>
        {text.kinds[attributes.operationType]}
      </Link>
    ),
  },
  { key: 'status', title: text.status, kind: 'fit', cell: (row) => <ImportState operation={row} /> },
  {
    key: 'products',
    title: text.products,
    kind: 'number',
    cell: ({ attributes: { processedProductsCount, totalProductsCount } }) =>
      `${processedProductsCount} / ${totalProductsCount}`,
  },
  {
    key: 'failed',
    title: text.failed,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => attributes.failedProductsCount,
  },
  { key: 'by', title: text.by, wide: true, cell: ({ meta }) => meta?.createdBy?.name ?? text.server },
  {
    key: 'created',
    title: text.created,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => <When at={attributes.createdAt} />,
  },
]

export function ImportsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(operationsQuery(search))
  const change = (changed: Changes<ImportsSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <PageHeader title={text.title} />
      <DropZone />
      <Filters label={text.filters}>
        <ChoiceFilter
          label={text.status}
          all={text.allStatuses}
          value={search.status}
          choices={STATUSES.map((value) => ({ value, label: text.statuses[value] ?? value }))}
          onChange={(status) => change({ status: status as ImportsSearch['status'] })}
        />
        <ChoiceFilter
          label={text.kind}
          all={text.allKinds}
          value={search.kind}
          choices={KINDS.map((value) => ({ value, label: text.kinds[value] ?? value }))}
          onChange={(kind) => change({ kind: kind as ImportsSearch['kind'] })}
        />
      </Filters>
      <List
        label={text.title}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
    </>
  )
}
