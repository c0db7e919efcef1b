/** The round trip with the client that `swagger-typescript-api` generates: methods that throw the response on failure. */
import { type Client, EVENT, JSON_API, RECEIVER, roundTrip } from './round-trip.ts'
import { Api, type Errors, type HttpResponse, type OrderStatus } from './swagger-typescript-api.gen.ts'

const { api, oauth, setSecurityData } = new Api<string>({
  // By default the client parses responses as JSON only if their type is `application/json`.
  baseApiParams: { format: 'json', headers: { Accept: JSON_API } },
  securityWorker: (token) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
})

const client: Client = {
  async signIn(client_id, client_secret) {
    const { data } = await oauth.createToken({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope: '*',
    })
    setSecurityData(data.access_token)
    return data.expires_in
  },

  async listProducts() {
    const { data } = await api.listProducts({ include: ['productVariant'], 'page[limit]': 2 })
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
    const { data } = await api.getProduct(id, { 'fields[product]': ['name'] })
    return data.data.attributes.name
  },

  async setStock(id, stockQuantity) {
    const { data } = await api.updateProductVariantStock(id, {
      data: { type: 'product-variants', id, attributes: { stockQuantity } },
    })
    return data.data.attributes.stockQuantity
  },

  async applicationId() {
    const { data } = await api.listApplications()
    return data.data[0]?.id
  },

  async subscribe(application) {
    const { data } = await api.createWebhookSubscription({
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: RECEIVER, events: [EVENT] },
        relationships: { application: { data: { type: 'applications', id: application } } },
      },
    })
    return { id: data.data.id, events: data.data.attributes.events }
  },

  async findWaitingOrder() {
    const { data } = await api.listOrders({ 'filter[status]': 'ankor_confirmed' as OrderStatus })
    return data.data[0]?.id
  },

  async accept(order) {
    try {
      const { data } = await api.transitionOrder(order, { data: { type: 'brand-validates' } })
      return data.data.attributes.status
    } catch (failure) {
      return (failure as HttpResponse<unknown, Errors>).error.errors[0]?.code
    }
  },
}

await roundTrip(client)
