/** The products of a brand: found by text and state, and the stock of many changed at once. */

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  type ListedProduct,
  type ProductsPage as Page,
  PRODUCT_STATES,
  type ProductListSearch,
  productsQuery,
} from '../../api/catalog-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { ChoiceFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { formatMoney } from '../../parts/money.ts'
import { Empty, PageHeader } from '../../parts/page.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import type { Column } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import { BulkStock } from './bulk-stock.tsx'
import styles from './catalog.module.css'
import { ProductImage } from './product-image.tsx'
import { ProductState } from './product-states.tsx'

const { catalog } = words

export function CatalogPage() {
  const { dialog, ...search } = useSearch({ from: '/shell/catalog' })
  const page = useQuery(productsQuery(search))
  const { ids, rows, select } = useSelection(page.data?.rows)
  const columns = useMemo(() => (page.data ? columnsOf(page.data) : LOADING), [page.data])
  return (
    <>
      <PageHeader title={catalog.title} />
      <ProductFilters search={search} />
      <List
        label={catalog.list}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<NoProducts search={search} />}
        selection={{
          selected: ids,
          onChange: select,
          nameOf: ({ attributes: { name } }) => name,
        }}
      />
      <SelectionBar count={ids.size} onClear={() => select(new Set())}>
        <ChangeStockLink />
      </SelectionBar>
      <BulkStock isOpen={dialog === 'change-stock'} products={rows} onSelect={select} />
    </>
  )
}

function ChangeStockLink() {
  const navigate = useNavigate({ from: paths.catalog })
  return (
    <Button
      variant="filled"
      onClick={() => void navigate({ to: '.', search: (old) => ({ ...old, dialog: 'change-stock' }) })}
    >
      {catalog.changeStock}
    </Button>
  )
}

/** A change of a filter leads to the first page. */
function ProductFilters({ search }: { search: ProductListSearch }) {
  const navigate = useNavigate({ from: paths.catalog })
  const change = (changed: Changes<ProductListSearch>) =>
    void navigate({ to: '.', search: (old) => changedSearch(old, changed), replace: true })
  return (
    <Filters label={catalog.filters}>
      <SearchField label={catalog.search} value={search.q} onChange={(q) => change({ q })} />
      <ChoiceFilter
        label={catalog.state}
        all={catalog.current}
        value={search.state}
        choices={PRODUCT_STATES.map((value) => ({ value, label: catalog.shows[value] }))}
        onChange={(state) => change({ state: state as ProductListSearch['state'] })}
      />
      <NativeSelect
        aria-label={catalog.sort}
        value={search.sort ?? ''}
        data={[
          { value: '', label: catalog.sorts.newest },
          { value: 'name', label: catalog.sorts.name },
        ]}
        onChange={({ currentTarget }) =>
          change({ sort: currentTarget.value === 'name' ? 'name' : undefined })
        }
      />
    </Filters>
  )
}

const columnsOf = ({ details, currency }: Pick<Page, 'details' | 'currency'>): Column<ListedProduct>[] => [
  {
    key: 'product',
    title: catalog.product,
    cell: ({ id, attributes: { name } }) => {
      const { imageUrl, skus = [], variantsCount = 0, archivedVariantsCount = 0 } = details[id] ?? {}
      const count = variantsCount || archivedVariantsCount
      return (
        <div className={styles.product}>
          <ProductImage url={imageUrl} alt="" name={name} />
          <div>
            <Link to={paths.product} params={{ productId: id }} className={styles.link}>
              {name}
            </Link>
            <small>{catalog.skus(skus, count - skus.length)}</small>
          </div>
        </div>
      )
    },
  },
  {
    key: 'variants',
    title: catalog.variants,
    kind: 'number',
    wide: true,
    cell: ({ id }) => details[id]?.variantsCount,
  },
  {
    key: 'price',
    title: catalog.price,
    kind: 'number',
    wide: true,
    cell: ({ id }) => {
      const summary = details[id]
      if (!summary) return null
      const money = (amount: number) => formatMoney({ amount, currency })
      return catalog.priceRange(money(summary.lowestWholesalePrice), money(summary.highestWholesalePrice))
    },
  },
  {
    key: 'available',
    title: catalog.available,
    kind: 'number',
    cell: ({ id, attributes }) => {
      const summary = details[id]
      if (!summary) return null
      const isUncounted = summary.alwaysInStockCount > 0 && summary.availableQuantity === 0
      return (
        <>
          {isUncounted ? catalog.notCounted : summary.availableQuantity.toLocaleString(LOCALE)}
          <small className={styles.state}>
            <ProductState attributes={attributes} summary={summary} />
          </small>
        </>
      )
    },
  },
]

const LOADING = columnsOf({ details: {}, currency: 'EUR' })

function NoProducts({ search: { q, state } }: { search: ProductListSearch }) {
  if (!q && !state) return <Empty>{catalog.empty}</Empty>
  return <Empty action={<Link to={paths.catalog}>{catalog.clearFilters}</Link>}>{catalog.nothingFound}</Empty>
}
