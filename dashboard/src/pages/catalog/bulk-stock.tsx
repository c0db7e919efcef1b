/** Changes the stock of all variants of the selected products; each product is changed as a whole or not at all. */

import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type BulkItem, useBulk } from '../../api/bulk.ts'
import {
  type ListedProduct,
  type ListedVariant,
  type StockAttributes,
  setStocks,
  variantsOfQuery,
} from '../../api/catalog-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { Problem } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { parseQuantity } from './quantity.ts'

const { bulk: texts, edit } = words.catalog

type How = keyof typeof texts.hows

interface Change {
  how: How
  packs: number
}

interface BulkStockProps {
  isOpen: boolean
  products: readonly ListedProduct[]
  onSelect: (ids: ReadonlySet<string>) => void
}

export function BulkStock({ isOpen, products, onSelect }: BulkStockProps) {
  const navigate = useNavigate({ from: paths.catalog })
  const bulk = useBulk(['products'])
  const close = () => void navigate({ to: '.', search: ({ dialog: _dialog, ...old }) => old, replace: true })
  async function run(variants: readonly ListedVariant[], change: Change) {
    close()
    const items = products.map(({ id, attributes: { name } }) => ({ id, name }))
    const { failed } = await bulk.start(items, ({ id }) =>
      setStocks(
        updatesOf(
          variants.filter((variant) => productOf(variant) === id),
          change,
        ),
      ),
    )
    // What did not work stays selected.
    onSelect(new Set(failed.map(({ item }) => item.id)))
  }
  return (
    <>
      {isOpen && products.length > 0 && (
        <StockDialog
          products={products}
          onRun={(variants, change) => void run(variants, change)}
          onClose={close}
        />
      )}
      <BulkDialog title={texts.title(bulk.progress?.total ?? 0)} bulk={bulk} link={linkTo} />
    </>
  )
}

const productOf = ({ relationships }: ListedVariant) => relationships?.product?.data?.id

const linkTo = ({ id, name }: BulkItem) => (
  <Link to={paths.product} params={{ productId: id }}>
    {name}
  </Link>
)

/** From what was shown; if something else is there by now, the server refuses it. */
function updatesOf(variants: readonly ListedVariant[], { how, packs }: Change) {
  const updates = variants.flatMap(({ id, attributes: { stockQuantity = null, sku } }) => {
    if (how === 'by' && stockQuantity === null) return []
    const quantity = how === 'by' ? (stockQuantity ?? 0) + packs : packs
    if (how !== 'always' && quantity < 0) throw new Error(texts.belowZero(sku))
    const attributes: StockAttributes =
      how === 'always' ? { isAlwaysInStock: true } : { stockQuantity: quantity }
    return [{ id, attributes, expected: stockQuantity }]
  })
  if (updates.length === 0) throw new Error(texts.nothing)
  return updates
}

interface StockDialogProps {
  products: readonly ListedProduct[]
  onRun: (variants: readonly ListedVariant[], change: Change) => void
  onClose: () => void
}

function StockDialog({ products, onRun, onClose }: StockDialogProps) {
  const [ids] = useState(() => products.map(({ id }) => id))
  const { data: variants, error } = useQuery(variantsOfQuery(ids))
  const [how, setHow] = useState<How>('set')
  return (
    <ActionDialog
      title={texts.title(products.length)}
      submitWord={texts.submit}
      isReady={variants !== undefined}
      submit={async ({ packs: text = '' }) => {
        const packs = how === 'always' ? 0 : how === 'by' ? parseDifference(text) : parseQuantity(text)
        if (packs === undefined) throw new Error(edit.invalidQuantity)
        onRun(variants ?? [], { how, packs })
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.how}
        value={how}
        data={Object.entries(texts.hows).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setHow(currentTarget.value as How)}
        data-autofocus
      />
      {how !== 'always' && (
        <TextInput
          label={how === 'by' ? texts.quantityBy : texts.quantity}
          name="packs"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {variants ? <Applies variants={variants} how={how} /> : !error && <Skeleton height={20} />}
      <Problem error={error} />
    </ActionDialog>
  )
}

function Applies({ variants, how }: { variants: readonly ListedVariant[]; how: How }) {
  const uncounted = variants.filter(({ attributes }) => attributes.isAlwaysInStock).length
  return (
    <p>
      {how === 'by'
        ? texts.appliesToCounted(variants.length - uncounted, uncounted)
        : texts.applies(variants.length)}
    </p>
  )
}

const parseDifference = (text: string) =>
  /^(?:[+]|-|−)?\d{1,9}$/.test(text.trim()) ? Number(text.trim().replace('−', '-')) : undefined
