/** Support sessions of all operators, now and before, and brands to view as. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import {
  foundBrandsQuery,
  type SupportSearch,
  type SupportSession,
  supportedBrandQuery,
  supportSessionsQuery,
} from '../../api/support-queries.ts'
import { Filters, SearchField } from '../../parts/filters.tsx'
import { Problem } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader, Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { StartSupport } from './start-support.tsx'

const { support: text } = words
const route = getRouteApi('/shell/operator/support')

export function SupportPage() {
  const { start, q, brand, ...position } = route.useSearch()
  const navigate = route.useNavigate()
  const sessions = useQuery(supportSessionsQuery({ ...(brand && { brand }), ...position }))
  const change = (changes: Changes<SupportSearch>) =>
    void navigate({
      search: (old: SupportSearch) => changedSearch(old, changes),
      replace: !('start' in changes),
    })
  return (
    <>
      <PageHeader title={text.title} />
      <Section title={text.brands} hint={text.hint}>
        <Filters label={text.find}>
          <SearchField label={text.find} value={q} onChange={(q) => change({ q })} />
        </Filters>
        {q && <Brands name={q} onStart={(start) => change({ start })} />}
      </Section>
      <Section title={text.list}>
        {brand && <OfBrand brand={brand} />}
        <List
          label={text.list}
          columns={COLUMNS}
          idOf={({ id }) => id}
          page={sessions}
          empty={<Empty>{text.none}</Empty>}
        />
      </Section>
      {start && <StartOf brand={start} onClose={() => change({ start: undefined })} />}
    </>
  )
}

interface FoundBrand {
  id: string
  attributes: { name: string; country: string }
}

function Brands({ name, onStart }: { name: string; onStart: (brand: string) => void }) {
  const { data, error, isPlaceholderData } = useQuery(foundBrandsQuery(name))
  const columns: Column<FoundBrand>[] = [
    { key: 'brand', title: text.brand, cell: ({ attributes }) => attributes.name },
    { key: 'country', title: text.country, kind: 'fit', cell: ({ attributes }) => attributes.country },
    {
      key: 'start',
      title: text.start.open,
      isTitleHidden: true,
      kind: 'fit',
      cell: ({ id, attributes }) => (
        <Button size="xs" aria-label={text.start.openOf(attributes.name)} onClick={() => onStart(id)}>
          {text.start.open}
        </Button>
      ),
    },
  ]
  return (
    <Table
      label={text.brands}
      columns={columns}
      rows={data as FoundBrand[] | undefined}
      idOf={({ id }) => id}
      error={error}
      isStale={isPlaceholderData}
      empty={<Empty>{text.noBrands}</Empty>}
    />
  )
}

/** The name is read, because the address has the id only. */
function StartOf({ brand, onClose }: { brand: string; onClose: () => void }) {
  const { data, error } = useQuery(supportedBrandQuery(brand))
  if (error) return <Problem error={error} />
  return data ? <StartSupport brand={{ id: brand, name: data.attributes.name }} onClose={onClose} /> : null
}

function OfBrand({ brand }: { brand: string }) {
  const { data } = useQuery(supportedBrandQuery(brand))
  return (
    <p>
      {text.ofBrand(data?.attributes.name ?? brand)} ·{' '}
      <Link to={paths.support} search={{}}>
        {text.allBrands}
      </Link>
    </p>
  )
}

type Row = { id: string; attributes: Partial<SupportSession['attributes']> }

const COLUMNS: Column<Row>[] = [
  {
    key: 'brand',
    title: text.brand,
    cell: ({ attributes: { brandId = '', brandName, reason } }) => (
      <>
        <Link to={paths.support} search={{ brand: brandId }}>
          {brandName}
        </Link>
        <small>{reason}</small>
      </>
    ),
  },
  { key: 'who', title: text.who, cell: ({ attributes }) => attributes.userName },
  {
    key: 'access',
    title: text.access,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => text.accesses[attributes.access ?? ''],
  },
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    cell: ({ attributes: { isActive } }) => (
      <State tone={isActive ? 'wait' : 'good'}>{isActive ? text.active : text.ended}</State>
    ),
  },
  {
    key: 'began',
    title: text.began,
    kind: 'number',
    wide: true,
    // Sessions have real times, which the clock of a sandbox does not follow.
    cell: ({ attributes: { startedAt } }) => startedAt && formatDateTime(startedAt),
  },
]
