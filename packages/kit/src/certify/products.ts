/** Products that lessons import, or have imported. */
import type { ImportProduct } from '@tradehall/client'

/** A product with one variant, whose stock is tracked. */
export const lessonProduct = ({ sku, stock }: { sku: string; stock: number }) =>
  ({
    type: 'catalog-integration-product',
    id: sku,
    attributes: {
      external_id: sku,
      name: `Lesson ${sku}`,
      description: 'Made for a lesson, and for nothing else.',
      currency: 'EUR',
      vat_rate: 6,
      wholesale_price: '6.50',
      retail_price: '13.00',
      variants: [{ sku, stock_quantity: stock }],
    },
  }) as const satisfies ImportProduct
