/**
 * The round trip with the client that `orval` generates: functions that use `fetch` and return a union discriminated by
 * status.
 */
import * as api from './orval.gen.ts'
import { type Client, EVENT, JSON_API, RECEIVER, roundTrip } from './round-trip.ts'

const headers: Record<string, string> = { Accept: JSON_API }

const client: Client = {
  async signIn(client_id, client_secret) {
    const { status, data } = await api.createToken({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope: '*',
    })
    if (status !== 200) return undefined
    headers.Authorization = `${data.token_type} ${data.access_token}`
    return data.expires_in
  },

  async listProducts() {
    const { status, data } = await api.listProducts(
      { include: ['productVariant'], 'page[limit]': 2 },
      { headers },
    )
    if (status !== 200) return undefined
    return {
      perPage: data.meta.page.perPage,
      hasNext: data.links.next !== undefined,
      variants: (data.included ?? []).flatMap((each) =>
        each.type === 'productVariant'
          ? [{ id: each.id, product: each.relationships?.product?.data?.id }]
          : [],
      ),
    }
  },

  async readProductName(id) {
    const { status, data } = await api.getProduct(id, { 'fields[product]': ['name', 'vatRate'] }, { headers })
    return status === 200 ? data.data.attributes.name : undefined
  },

  async setStock(id, stockQuantity) {
    const body = { data: { type: 'product-variants', id, attributes: { stockQuantity } } } as const
    const { status, data } = await api.updateProductVariantStock(id, body, {}, { headers })
    return status === 200 ? data.data.attributes.stockQuantity : undefined
  },

  async applicationId() {
    const { status, data } = await api.listApplications({}, { headers })
    return status === 200 ? data.data[0]?.id : undefined
  },

  async subscribe(application) {
    const { status, data } = await api.createWebhookSubscription(
      {
        data: {
          type: 'webhook-subscriptions',
          attributes: { url: RECEIVER, events: [EVENT] },
          relationships: { application: { data: { type: 'applications', id: application } } },
        },
      },
      {},
      { headers },
    )
    return status === 201 ? { id: data.data.id, events: data.data.attributes.events } : undefined
  },

  async findWaitingOrder() {
    const { status, data } = await api.listOrders({ 'filter[status]': 'ankor_confirmed' }, { headers })
    return status === 200 ? data.data[0]?.id : undefined
  },

  async accept(order) {
    const { status, data } = await api.transitionOrder(
      order,
      { data: { type: 'brand-validates' } },
      {},
      { headers },
    )
    return status === 200 ? data.data.attributes.status : data.errors[0]?.code
  },
}

await roundTrip(client)
