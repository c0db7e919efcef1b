/** One product: images, facts, and its variants with stock and prices that are edited where they stand. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import {
  type OpenProduct,
  type ProductDetails,
  productDetailsQuery,
  productQuery,
} from '../../api/catalog-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { Columns, Empty, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { LOCALE, words } from '../../words/index.ts'
import styles from './catalog.module.css'
import { PictureEditor } from './picture-editor.tsx'
import { ProductState } from './product-states.tsx'
import { VariantsTable } from './variants-table.tsx'

const { catalog } = words
const { page: texts } = catalog

export function ProductPage() {
  const { productId } = useParams({ from: '/shell/catalog/$productId' })
  const { data: product } = useSuspenseQuery(productQuery(productId))
  const { data: { details, currency = 'EUR' } = {}, error } = useQuery(productDetailsQuery(productId))
  const { name, description } = product.attributes
  return (
    <>
      <PageHeader
        title={name}
        trail={<Link to={paths.catalog}>{catalog.title}</Link>}
        state={<ProductState attributes={product.attributes} summary={details} />}
      />
      <Problem error={error} />
      <Columns aside={<Facts product={product} />}>
        {description && <p className={styles.description}>{description}</p>}
        <Variants product={product} details={details} currency={currency} />
        <PictureEditor productId={product.id} name={name} />
      </Columns>
    </>
  )
}

interface VariantsProps {
  product: OpenProduct
  details: ProductDetails | undefined
  currency: string
}

function Variants({ product, details, currency }: VariantsProps) {
  const { archived } = useSearch({ from: '/shell/catalog/$productId' })
  const variants = product.related.productVariant
  const current = variants.filter(({ attributes }) => !attributes.archivedAt)
  const hidden = variants.length - current.length
  // Of an archived product there is nothing else to see.
  const areAllShown = archived === 'shown' || current.length === 0
  return (
    <Section title={catalog.variants}>
      <VariantsTable
        variants={areAllShown ? variants : current}
        details={details}
        currency={currency}
        productName={product.attributes.name}
        empty={<Empty>{texts.noVariants}</Empty>}
      />
      {hidden > 0 && current.length > 0 && (
        <p className={styles.toggle}>
          <Link
            to={paths.product}
            params={{ productId: product.id }}
            search={areAllShown ? {} : { archived: 'shown' }}
          >
            {areAllShown ? texts.hideArchived : texts.showArchived(hidden)}
          </Link>
        </p>
      )}
    </Section>
  )
}

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 })

function Facts({ product: { attributes } }: { product: OpenProduct }) {
  const { unitMultiplier, vatRate, discountRate, dimensions, netWeight, capacity, tags = [] } = attributes
  const facts: [string, string | number | null][] = [
    [texts.unitMultiplier, unitMultiplier],
    [texts.vatRate, percent.format(vatRate / 100)],
    [texts.discountRate, discountRate > 0 ? percent.format(discountRate) : null],
    [texts.dimensions, dimensions],
    [texts.netWeight, netWeight],
    [texts.capacity, capacity],
    [texts.language, languageName(attributes.language)],
    [texts.tags, tags.map(tagName).join(', ')],
  ]
  return (
    <Section title={texts.facts}>
      <Properties
        items={[
          ...facts.filter(([, value]) => value !== null && value !== ''),
          [texts.updated, <When key="updated" at={attributes.updatedAt} />],
        ]}
      />
    </Section>
  )
}

const languages = new Intl.DisplayNames(LOCALE, { type: 'language' })
const languageName = (code: string) => languages.of(code) ?? code

/** `tags_eco_friendly` is "eco friendly". */
const tagName = (tag: string) => tag.replace(/^tags_/, '').replaceAll('_', ' ')
