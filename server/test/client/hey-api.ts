/** The round trip with the client that `@hey-api/openapi-ts` generates: functions that share a configured client. */
import { client as http } from './hey-api.gen/client.gen.ts'
import * as api from './hey-api.gen/index.ts'
import { type Client, EVENT, JSON_API, RECEIVER, roundTrip } from './round-trip.ts'

const client: Client = {
  async signIn(client_id, client_secret) {
    const { data } = await api.createToken({
      body: { grant_type: 'client_credentials', client_id, client_secret, scope: '*' },
    })
    const token = data?.access_token ?? ''
    http.setConfig({ auth: token, headers: { Accept: JSON_API } })
    return data?.expires_in
  },

  async listProducts() {
    const { data } = await api.listProducts({ query: { include: ['productVariant'], 'page[limit]': 2 } })
    return (
      data && {
        perPage: data.meta.page.perPage,
        hasNext: data.links.next !== undefined,
        variants: (data.included ?? []).flatMap((each) =>
          each.type === 'productVariant'
            ? [{ id: each.id, product: each.relationships?.product?.data?.id }]
            : [],
        ),
      }
    )
  },

  async readProductName(id) {
    const { data } = await api.getProduct({
      path: { product: id },
      query: { 'fields[product]': ['name', 'vatRate'] },
    })
    return data?.data.attributes.name
  },

  async setStock(id, stockQuantity) {
    const { data } = await api.updateProductVariantStock({
      path: { productVariant: id },
      body: { data: { type: 'product-variants', id, attributes: { stockQuantity } } },
    })
    return data?.data.attributes.stockQuantity
  },

  async applicationId() {
    const { data } = await api.listApplications()
    return data?.data[0]?.id
  },

  async subscribe(application) {
    const { data } = await api.createWebhookSubscription({
      body: {
        data: {
          type: 'webhook-subscriptions',
          attributes: { url: RECEIVER, events: [EVENT] },
          relationships: { application: { data: { type: 'applications', id: application } } },
        },
      },
    })
    return data && { id: data.data.id, events: data.data.attributes.events }
  },

  async findWaitingOrder() {
    const { data } = await api.listOrders({ query: { 'filter[status]': 'ankor_confirmed' } })
    return data?.data[0]?.id
  },

  async accept(order) {
    const { data, error } = await api.transitionOrder({
      path: { order },
      body: { data: { type: 'brand-validates' } },
    })
    return data ? data.data.attributes.status : error?.errors[0]?.code
  },
}

await roundTrip(client)
