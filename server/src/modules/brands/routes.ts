/** Operations on the profile of a brand and on its retailers. */

import { brandOf } from '../../domain/actor.ts'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { uuid } from '../../domain/fields.ts'
import { idToChange } from '../../domain/ownership.ts'
import { oneAnswer, pageAnswer, returnsOne } from '../../http/answers.ts'
import type { Http } from '../../http/http.ts'
import { document, pageDocument } from '../../http/operation.ts'
import { readPage } from '../../http/paging.ts'
import type { Transaction } from '../../platform/database.ts'
import { hasBrand, listBrands } from '../identity/index.ts'
import { contactRoutes } from './contact-routes.ts'
import { francoRoutes } from './franco-routes.ts'
import { changeRelation, lockRelationVersion, readRelation } from './relations.ts'
import { brand, brandRetailer, changeRelationBody } from './resources.ts'
import { BASE, ownBrand, shared } from './shared.ts'
import { shippingSettingsRoutes } from './shipping-settings-routes.ts'

const PAGE = { default: 15, max: 50, names: { after: 'from', before: 'to' } }

export function brandsRoutes(http: Http): void {
  profileRoutes(http)
  contactRoutes(http)
  francoRoutes(http)
  relationRoutes(http)
  shippingSettingsRoutes(http)
}

function profileRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: BASE,
    id: 'listBrands',
    summary: 'Brands',
    description:
      'A brand sees itself alone, whatever it filters by; retailers and the operator see all. Ids that are unknown are left out.',
    access: 'token',
    query: {
      resource: brand,
      filters: {
        id: {
          kind: 'list',
          schema: uuid(),
          max: 50,
          status: 422,
          description: 'Ids of brands, at most 50.',
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(brand, 'Newest first.')],
    problems: [{ status: 422, description: '`filter[id][]` must name at most 50 brands by their uuids.' }],
    async handle({ db, actor: { account } }, { query }) {
      const ids = account.kind === 'brand' ? [account.brandId] : (query.filter.id as string[] | undefined)
      const page = await readPage(
        query,
        (walk) => listBrands(db, { id: ids }, walk),
        // A brand must not find out whether other brands exist.
        async (id) => (account.kind === 'brand' ? id === account.brandId : await hasBrand(db, id)),
      )
      return pageDocument(brand, page)
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: `${BASE}/me`,
    id: 'getMyBrand',
    summary: 'Your brand',
    description: 'The brand of the token, with its contacts when they are asked for.',
    query: { resource: brand, include: ['brand-contacts'] },
    answers: [oneAnswer(brand, 'The brand.')],
    async handle(ctx) {
      return document(brand, await ownBrand(ctx))
    },
  })
}

function relationRoutes(http: Http): void {
  const ofRetailer = {
    ...shared,
    path: `${BASE}/retailers/{retailerId}`,
    params: { retailerId: 'Id of the retailer.' },
  }

  http.operation({
    ...ofRetailer,
    method: 'GET',
    id: 'getBrandRetailer',
    summary: 'How you deal with a retailer',
    description: 'Whether its new orders are accepted without being asked.',
    ...returnsOne(brandRetailer, 'What you have said about it.'),
    async handle({ db, actor }, { params }) {
      const relation = await readRelation(db, brandOf(actor), params.retailerId)
      return document(brandRetailer, relation, { version: relation.version })
    },
  })

  http.operation({
    ...ofRetailer,
    method: 'PATCH',
    id: 'updateBrandRetailer',
    summary: 'Say how you deal with a retailer',
    description:
      'Beyond the specification of the API. It is for orders that arrive from now on; those that wait already wait for you. An order whose cancellation the retailer has asked for is left to you as well.',
    ...returnsOne(brandRetailer, 'As it is now.'),
    body: changeRelationBody,
    conditional: true,
    async handle(ctx, { params, body: { data }, ifMatch }) {
      const brandId = brandOf(ctx.actor)
      const retailerId = idToChange(params.retailerId, data.id)
      const lock = (tx: Transaction) => lockRelationVersion(tx, brandId, retailerId)
      const changed = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        changeRelation(work, brandId, retailerId, data.attributes ?? {}),
      )
      return document(brandRetailer, changed)
    },
  })
}
