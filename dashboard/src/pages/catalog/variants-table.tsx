/** The variants of a product. Stock and prices are edited in place. */
import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConflictError } from '@tradehall/client'
import type { ReactNode } from 'react'
import {
  type Prices,
  type ProductDetails,
  type ProductVariant,
  type StockAttributes,
  setPrices,
  setStock,
} from '../../api/catalog-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { formatMoney, fromMinor, toMinor } from '../../parts/money.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import styles from './catalog.module.css'
import { ChangedMeanwhile, EditableValue } from './editable-value.tsx'
import { ProductImage } from './product-image.tsx'
import { VariantState } from './product-states.tsx'
import { parseQuantity } from './quantity.ts'

const { page: texts, edit, states } = words.catalog

interface VariantsTableProps {
  variants: readonly ProductVariant[]
  details: ProductDetails | undefined
  currency: string
  productName: string
  empty: ReactNode
}

export function VariantsTable({ variants, details, currency, productName, empty }: VariantsTableProps) {
  const nameOf = ({ id, attributes: { name } }: ProductVariant) => {
    const options = details?.variants[id]?.options ?? []
    if (options.length > 0) return options.map(({ value }) => value).join(', ')
    // Most names of variants begin with that of their product.
    return name.startsWith(`${productName} / `) ? name.slice(productName.length + 3) : name
  }
  const columns: Column<ProductVariant>[] = [
    {
      key: 'variant',
      title: texts.variant,
      cell: (variant) => {
        const { sku, ian } = variant.attributes
        const options = details?.variants[variant.id]?.options ?? []
        return (
          <div className={`${styles.product} ${styles.variant}`}>
            <ProductImage url={details?.variants[variant.id]?.imageUrl} alt="" name={nameOf(variant)} />
            <div>
              <Link
                to={paths.stock}
                params={{ variantId: variant.id }}
                className={styles.link}
                title={texts.movements}
              >
                {nameOf(variant)}
              </Link>
              <small>{[sku, ian].filter(Boolean).join(' · ')}</small>
              {options.length > 0 && (
                <small>{options.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</small>
              )}
              <small>
                <VariantState variant={variant} />
              </small>
            </div>
          </div>
        )
      },
    },
    {
      key: 'stock',
      title: texts.onHand,
      kind: 'number',
      cell: (variant) => <StockCell variant={variant} />,
    },
    {
      key: 'wholesale',
      title: texts.wholesale,
      kind: 'number',
      cell: (variant) => (
        <>
          <PriceField variant={variant} field="wholesalePrice" currency={currency} />
          <Discounted variant={variant} currency={currency} />
          <small data-narrow className={styles.note}>
            {texts.retail} <PriceField variant={variant} field="retailPrice" currency={currency} />
          </small>
        </>
      ),
    },
    {
      key: 'retail',
      title: texts.retail,
      kind: 'number',
      wide: true,
      cell: (variant) => <PriceField variant={variant} field="retailPrice" currency={currency} />,
    },
    {
      key: 'more',
      title: texts.menuOf(''),
      isTitleHidden: true,
      kind: 'fit',
      cell: (variant) => <VariantMenu variant={variant} name={nameOf(variant)} />,
    },
  ]
  return (
    <Table
      label={words.catalog.variants}
      columns={columns}
      rows={variants}
      idOf={({ id }) => id}
      empty={empty}
    />
  )
}

function StockCell({ variant }: { variant: ProductVariant }) {
  const { id, attributes } = variant
  const { sku, stockQuantity, reservedQuantity, availableQuantity } = attributes
  return (
    <>
      <EditableValue<number | null>
        label={`${texts.onHand}, ${sku}`}
        value={stockQuantity}
        format={(value) => (value === null ? states.alwaysInStock : value.toLocaleString(LOCALE))}
        textOf={(value) => (value === null ? '' : String(value))}
        parse={parseQuantity}
        invalid={edit.invalidQuantity}
        save={(value, expected) => saveStock(id, { stockQuantity: value ?? 0 }, expected)}
      />
      {availableQuantity !== null && (
        <small className={styles.note}>{texts.reservedOf(reservedQuantity, availableQuantity)}</small>
      )}
    </>
  )
}

async function saveStock(id: string, attributes: StockAttributes, expected: number | null): Promise<void> {
  try {
    await setStock(id, attributes, expected)
  } catch (error) {
    const { stockQuantity } = conflictIn<{ stockQuantity: number | null }>(error)
    throw stockQuantity === undefined ? error : new ChangedMeanwhile(stockQuantity)
  }
}

/** The current values that the server tells with a conflict. */
const conflictIn = <Meta extends object>(error: unknown): Partial<Meta> =>
  error instanceof ConflictError ? ((error.errors[0]?.meta ?? {}) as Partial<Meta>) : {}

interface PriceFieldProps {
  variant: ProductVariant
  field: keyof Prices
  currency: string
}

function PriceField({ variant: { id, attributes }, field, currency }: PriceFieldProps) {
  const known: Prices = {
    wholesalePrice: attributes.originalWholesalePrice,
    retailPrice: attributes.retailPrice,
  }
  const title = field === 'wholesalePrice' ? texts.wholesale : texts.retail
  return (
    <EditableValue<number>
      label={`${title}, ${attributes.sku}`}
      value={known[field]}
      format={(amount) => formatMoney({ amount, currency })}
      textOf={(amount) => fromMinor({ amount, currency })}
      parse={(text) => toMinor(text, currency)}
      invalid={words.form.invalidAmount(fromMinor({ amount: 1250, currency }))}
      save={(value, expected) => savePrice(id, field, value, { ...known, [field]: expected })}
    />
  )
}

/** The API takes both prices. If only the other one has changed, it is kept as it is by now. */
async function savePrice(id: string, field: keyof Prices, value: number, expected: Prices): Promise<void> {
  try {
    await setPrices(id, { ...expected, [field]: value }, expected)
  } catch (error) {
    const { wholesalePrice, retailPrice } = conflictIn<Prices>(error)
    if (wholesalePrice === undefined || retailPrice === undefined) throw error
    const current = { wholesalePrice, retailPrice }
    if (current[field] !== expected[field]) throw new ChangedMeanwhile(current[field])
    await setPrices(id, { ...current, [field]: value }, current)
  }
}

function Discounted({ variant: { attributes }, currency }: { variant: ProductVariant; currency: string }) {
  const { wholesalePrice, originalWholesalePrice } = attributes
  if (wholesalePrice === originalWholesalePrice) return null
  return (
    <small className={styles.note}>
      {texts.afterDiscount(formatMoney({ amount: wholesalePrice, currency }))}
    </small>
  )
}

function VariantMenu({ variant: { id, attributes }, name }: { variant: ProductVariant; name: string }) {
  const { isAlwaysInStock, inventoryPolicy, stockQuantity } = attributes
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: StockAttributes) => setStock(id, change, stockQuantity),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['products'] }),
  })
  const beyond = inventoryPolicy === 'continue'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" loading={isPending} aria-label={texts.menuOf(name)}>
            <ChevronIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} {...({ to: paths.stock, params: { variantId: id } } as object)}>
            {texts.movements}
          </Menu.Item>
          <Menu.Item onClick={() => mutate({ isAlwaysInStock: !isAlwaysInStock })}>
            {isAlwaysInStock ? texts.countFromNow : texts.makeAlways}
          </Menu.Item>
          {!isAlwaysInStock && stockQuantity !== null && stockQuantity >= 0 && (
            <Menu.Item
              onClick={() => mutate({ stockQuantity, inventoryPolicy: beyond ? 'deny' : 'continue' })}
            >
              {beyond ? texts.stopBeyond : texts.sellBeyond}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Problem error={error} />
    </>
  )
}
