/**
 * The reads of the pages of operators, brands and retailers. To measure another one, add a line: its name, and its paths,
 * which are asked for in turn.
 */
import type { MarketplaceFacts } from './marketplace-data.ts'

export type Reader = 'operator' | 'brand' | 'retailer'

export interface MarketplaceCase {
  as: Reader
  name: string
  paths: (facts: MarketplaceFacts) => readonly string[]
}

const OPERATOR = '/api/operator/v1'
const RETAILER = '/api/retailer/v1'
const PAGE = 'page[limit]=50'

type Paths = MarketplaceCase['paths']
const always =
  (path: string): Paths =>
  () => [path]
const cases = (as: Reader, ...listed: readonly (readonly [name: string, paths: Paths])[]) =>
  listed.map(([name, paths]) => ({ as, name, paths }))

/** The days around an order. */
const days = ({ submittedAt }: { submittedAt: string }) => {
  const day = (offset: number) => new Date(Date.parse(submittedAt) + offset * 86_400_000).toISOString()
  return `filter[submittedAt][from]=${day(-1)}&filter[submittedAt][to]=${day(1)}`
}

/** Those that an operator decides about, the most frequent one, and one that few orders are in. */
const STATUSES = [
  'ankor_confirmed',
  'rejected',
  'reception_refused',
  'received',
  'brand_paid',
  'fulfillment_requested',
]

const DECISIONS = [
  'rejections',
  'refused-receptions',
  'revert-requests',
  'cancellation-requests',
  'invoices',
  'payouts',
]

export const marketplaceCases: readonly MarketplaceCase[] = [
  ...cases(
    'operator',
    ['activity', always('/api/v1/activity')],
    ['pending decisions', always(`${OPERATOR}/pending-decisions?${PAGE}`)],
    ...DECISIONS.map(
      (kind) =>
        [
          `pending decisions: ${kind}`,
          always(`${OPERATOR}/pending-decisions?filter[kind]=${kind}&${PAGE}`),
        ] as const,
    ),
    [
      'pending decisions of a brand',
      ({ brandIds }) => brandIds.map((id) => `${OPERATOR}/pending-decisions?filter[brand]=${id}&${PAGE}`),
    ],
    ['orders', always(`${OPERATOR}/orders?${PAGE}`)],
    ['orders, deep', ({ orders }) => orders.map(({ id }) => `${OPERATOR}/orders?${PAGE}&page[after]=${id}`)],
    ...STATUSES.map(
      (status) =>
        [`orders in ${status}`, always(`${OPERATOR}/orders?filter[status]=${status}&${PAGE}`)] as const,
    ),
    [
      'orders of a brand',
      ({ brandIds }) => brandIds.map((id) => `${OPERATOR}/orders?filter[brand]=${id}&${PAGE}`),
    ],
    [
      'orders of a retailer',
      ({ retailerIds }) => retailerIds.map((id) => `${OPERATOR}/orders?filter[retailer]=${id}&${PAGE}`),
    ],
    [
      'orders of a brand in a status',
      ({ brandIds }) =>
        brandIds.map((id) => `${OPERATOR}/orders?filter[brand]=${id}&filter[status]=shipped&${PAGE}`),
    ],
    [
      'orders of a retailer in a status',
      ({ retailerIds }) =>
        retailerIds.map((id) => `${OPERATOR}/orders?filter[retailer]=${id}&filter[status]=shipped&${PAGE}`),
    ],
    [
      'orders between two accounts',
      ({ brandIds, retailerIds }) =>
        brandIds.map(
          (id, i) =>
            `${OPERATOR}/orders?filter[brand]=${id}&filter[retailer]=${retailerIds[i % retailerIds.length]}&${PAGE}`,
        ),
    ],
    [
      'orders by reference',
      ({ orders }) => orders.map(({ reference }) => `${OPERATOR}/orders?filter[q]=${reference}&${PAGE}`),
    ],
    ['orders by the name of a brand', always(`${OPERATOR}/orders?filter[q]=shop%2017&${PAGE}`)],
    ['orders by a text that none has', always(`${OPERATOR}/orders?filter[q]=nowhere&${PAGE}`)],
    [
      'orders of some days',
      ({ orders }) => orders.map((order) => `${OPERATOR}/orders?${days(order)}&${PAGE}`),
    ],
    [
      'orders in several statuses',
      always(`${OPERATOR}/orders?filter[status]=ankor_confirmed,reception_refused,cancelled&${PAGE}`),
    ],
    ['order', ({ orders }) => orders.map(({ id }) => `${OPERATOR}/orders/${id}?withDetails=true`)],
    ['timeline of an order', ({ orders }) => orders.map(({ id }) => `${OPERATOR}/orders/${id}/timeline`)],
    ['history of an order', ({ orders }) => orders.map(({ id }) => `${OPERATOR}/orders/${id}/history`)],
    ['brands', always(`${OPERATOR}/brands?${PAGE}`)],
    ['brands by name', always(`${OPERATOR}/brands?filter[name]=shop%2077&${PAGE}`)],
    ['brands by a name that none has', always(`${OPERATOR}/brands?filter[name]=nowhere&${PAGE}`)],
    ['brands by a text', always(`${OPERATOR}/brands?filter[q]=shop%2077&${PAGE}`)],
    ['brands of a country', always(`${OPERATOR}/brands?filter[country]=BE&${PAGE}`)],
    ['suspended brands', always(`${OPERATOR}/brands?filter[suspended]=true&${PAGE}`)],
    ['brand', ({ brandIds }) => brandIds.map((id) => `${OPERATOR}/brands/${id}`)],
    ['users of a brand', ({ brandIds }) => brandIds.map((id) => `${OPERATOR}/brands/${id}/users`)],
    [
      'applications of a brand',
      ({ brandIds }) => brandIds.map((id) => `${OPERATOR}/brands/${id}/applications`),
    ],
    ['retailers', always(`${OPERATOR}/retailers?${PAGE}`)],
    ['retailers by a text', always(`${OPERATOR}/retailers?filter[q]=tore%2017&${PAGE}`)],
    ['retailers of a segment', always(`${OPERATOR}/retailers?filter[segment]=segment-3&${PAGE}`)],
    ['retailer', ({ retailerIds }) => retailerIds.map((id) => `${OPERATOR}/retailers/${id}`)],
    ['audit', always(`${OPERATOR}/audit?${PAGE}`)],
    ['failing receivers', always(`${OPERATOR}/webhook-subscriptions?${PAGE}`)],
    ['receivers in any state', always(`${OPERATOR}/webhook-subscriptions?filter[state]=any&${PAGE}`)],
    ['deprecated calls', always(`${OPERATOR}/deprecated-calls?${PAGE}`)],
    ['discount rules', always(`${OPERATOR}/discount-rules?${PAGE}`)],
    ['support sessions', always(`${OPERATOR}/support-sessions?${PAGE}`)],
    ['jobs', always(`${OPERATOR}/jobs?${PAGE}`)],
    ['parked events', always(`${OPERATOR}/parked-events?${PAGE}`)],
    ['health', always(`${OPERATOR}/health`)],
  ),
  ...cases(
    'retailer',
    ['activity', always('/api/v1/activity')],
    ['purchases', always(`${RETAILER}/orders?${PAGE}`)],
    [
      'purchases, deep',
      ({ ordersOfRetailer }) =>
        ordersOfRetailer.map(({ id }) => `${RETAILER}/orders?${PAGE}&page[after]=${id}`),
    ],
    ['purchases on the way', always(`${RETAILER}/orders?filter[status]=shipped&${PAGE}`)],
    [
      'purchases in several statuses',
      always(`${RETAILER}/orders?filter[status]=ankor_confirmed,reception_refused,cancelled&${PAGE}`),
    ],
    [
      'purchases by reference',
      ({ ordersOfRetailer }) =>
        ordersOfRetailer.map(({ reference }) => `${RETAILER}/orders?filter[q]=${reference}&${PAGE}`),
    ],
    ['purchases by the name of a brand', always(`${RETAILER}/orders?filter[q]=shop%2017&${PAGE}`)],
    ['purchases by the name of all brands', always(`${RETAILER}/orders?filter[q]=shop&${PAGE}`)],
    ['purchases by digits', always(`${RETAILER}/orders?filter[q]=1&${PAGE}`)],
    [
      'purchases from a brand',
      ({ brandIds }) => brandIds.map((id) => `${RETAILER}/orders?filter[brand]=${id}&${PAGE}`),
    ],
    [
      'purchases of some days',
      ({ ordersOfRetailer }) => ordersOfRetailer.map((order) => `${RETAILER}/orders?${days(order)}&${PAGE}`),
    ],
    ['counts of purchases', always(`${RETAILER}/order-counts`)],
    ['purchase', ({ ordersOfRetailer }) => ordersOfRetailer.map(({ id }) => `${RETAILER}/orders/${id}`)],
    [
      'timeline of a purchase',
      ({ ordersOfRetailer }) => ordersOfRetailer.map(({ id }) => `${RETAILER}/orders/${id}/timeline`),
    ],
  ),
  ...cases(
    'brand',
    ['activity', always('/api/v1/activity')],
    ['overview', always('/api/v1/brand-overview')],
    ['orders', always(`/api/v1/orders?include=retailer&withDetails=true&${PAGE}`)],
    [
      'orders to accept',
      always(
        `/api/v1/orders?filter[status]=ankor_confirmed&sort=submittedAt&include=retailer&withDetails=true&${PAGE}`,
      ),
    ],
    [
      'orders by reference',
      ({ ordersOfBrand }) =>
        ordersOfBrand.map(({ reference }) => `/api/v1/orders?filter[q]=${reference}&${PAGE}`),
    ],
    ['orders by the name of a retailer', always(`/api/v1/orders?filter[q]=tore%201&${PAGE}`)],
    [
      'orders of some days',
      ({ ordersOfBrand }) => ordersOfBrand.map((order) => `/api/v1/orders?${days(order)}&${PAGE}`),
    ],
    ['counts of orders', always('/api/v1/order-counts')],
    ['order', ({ ordersOfBrand }) => ordersOfBrand.map(({ id }) => `/api/v1/orders/${id}?withDetails=true`)],
    ['payouts', always(`/api/v1/brands/payouts?${PAGE}`)],
    ['retailers', always(`/api/v1/brands/retailers?${PAGE}`)],
  ),
]
