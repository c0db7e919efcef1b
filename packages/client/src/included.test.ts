import { expect, test } from 'vitest'
import { linkIncluded, type ResourceObject } from './included.ts'

type LinkedObject = ResourceObject & { related: Record<string, LinkedObject & LinkedObject[]> }

const document = () => ({
  data: [
    {
      type: 'product',
      id: 'p1',
      relationships: {
        productVariant: {
          data: [
            { type: 'productVariant', id: 'v1' },
            { type: 'productVariant', id: 'gone' },
          ],
        },
        brand: { data: { type: 'brand', id: 'b1' } },
        nobody: { data: null },
        linksOnly: {},
      },
    },
  ],
  included: [
    { type: 'productVariant', id: 'v1', relationships: { product: { data: { type: 'product', id: 'p1' } } } },
  ],
})

test('included resources take the place of their identifiers, as the same objects', () => {
  const [product] = linkIncluded(document()).data as unknown as [LinkedObject]
  expect(product.related.productVariant?.map(({ id }) => id)).toEqual(['v1'])
  expect(product.related.productVariant?.[0]?.related.product).toBe(product)
})

test('what is not included is absent, and what is nothing is null', () => {
  const [product] = linkIncluded(document()).data as unknown as [LinkedObject]
  expect(product.related).not.toHaveProperty('brand')
  expect(product.related).not.toHaveProperty('linksOnly')
  expect(product.related.nobody).toBeNull()
})

test('a circle of resources can be written as JSON, which has the document as it came', () => {
  expect(JSON.parse(JSON.stringify(linkIncluded(document())))).toEqual(document())
})

test('documents without resources pass', () => {
  expect(linkIncluded(undefined)).toBeUndefined()
  expect(linkIncluded({ data: null })).toEqual({ data: null })
  expect(linkIncluded({ data: [7, 'text', null] })).toEqual({ data: [7, 'text', null] })
})
