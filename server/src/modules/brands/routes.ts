/** Operations on the profile of a brand and on its retailers. */

import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { columnsOf, uuid } from '../../domain/fields.ts'
import { idToChange } from '../../domain/ownership.ts'
import { oneAnswer, pageAnswer, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerOwnPage, filtered, PAGE, readPage } from '../../http/lists/paging.ts'
import { document, pageDocument } from '../../http/operation.ts'
import type { Transaction } from '../../platform/database.ts'
import { hasBrand, listBrands } from '../identity/index.ts'
import { contactRoutes } from './contact-routes.ts'
import { francoRoutes } from './franco-routes.ts'
import { changeProfile, lockProfile, profileVersion } from './profile.ts'
import { changeRelation, describeRelation, lockRelationVersion, readRelation } from './relations.ts'
import {
  brand,
  brandRetailer,
  changeProfileBody,
  changeRelationBody,
  listedRetailer,
  profileFields,
} from './resources.ts'
import { hasCustomer, listRetailersOfBrand } from './retailer-list.ts'
import { audited } from './settings-audit.ts'
import { BASE, ownBrand, shared } from './shared.ts'
import { shippingSettingsRoutes } from './shipping-settings-routes.ts'

const PAGE_OF_BRANDS = { default: 15, max: 50, names: { after: 'from', before: 'to' } }

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
      page: PAGE_OF_BRANDS,
    },
    answers: [pageAnswer(brand, 'Newest first.')],
    problems: [{ status: 422, description: '`filter[id][]` must name at most 50 brands by their uuids.' }],
    async handle({ db, actor: { account } }, { query }) {
      const filter =
        account.kind === 'brand'
          ? { visible: [account.brandId] }
          : { id: query.filter.id as string[] | undefined }
      const page = await readPage(
        query,
        (walk) => listBrands(db, filter, walk),
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
      const row = await ownBrand(ctx)
      return document(brand, row, { version: profileVersion(row) })
    },
  })

  http.operation({
    ...shared,
    method: 'PATCH',
    path: `${BASE}/me`,
    id: 'updateMyBrand',
    summary: 'Change the profile of your brand',
    description:
      'Beyond the specification of the API. Its name and its pictures; what is left out stays, and pictures are replaced all together. The operator sets the rest. The audit log of the account tells who changed what.',
    roles: ['owner'],
    ...returnsOne(brand, 'The brand as it is now.'),
    body: changeProfileBody,
    bodyExample: {
      data: {
        type: 'brands',
        attributes: {
          name: 'Alder & Wick',
          images: { squared: 'https://images.alderwick.test/logo.png' },
        },
      },
    },
    conditional: true,
    async handle(ctx, { body: { data }, ifMatch }) {
      const brandId = idToChange(brandOf(ctx.actor), data.id)
      const change = columnsOf(brand, profileFields, data.attributes)
      const lock = (tx: Transaction) => lockProfile(tx, brandId)
      const { row } = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        audited(
          work,
          'change-profile',
          (work) => changeProfile(work, brandId, change),
          ({ changed }) => changed.join(', ') || undefined,
        ),
      )
      return document(brand, row)
    },
  })
}

function relationRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: `${BASE}/retailers`,
    id: 'listBrandRetailers',
    summary: 'The retailers that have ordered from you',
    description:
      'Beyond the specification of the API. With their orders, and whether new ones are accepted without being asked.',
    query: {
      resource: listedRetailer,
      filters: {
        q: {
          kind: 'one',
          schema: Type.String({ minLength: 1, maxLength: 100 }),
          description: 'Only those with this text in the name of their store or company.',
        },
        automaticOrderValidationMode: {
          kind: 'one',
          schema: Type.Boolean(),
          description: 'Only those whose orders are accepted without being asked, or only the others.',
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(listedRetailer, 'Those with the newest orders first.')],
    handle: ({ db, actor }, { query }) =>
      answerOwnPage(listedRetailer, query, {
        db,
        of: brandOf(actor),
        list: filtered(listRetailersOfBrand, query.filter),
        has: hasCustomer,
      }),
  })

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
    support: 'write',
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
      const { relation } = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        audited(
          work,
          'change-automatic-acceptance',
          (work) => changeRelation(work, brandId, retailerId, data.attributes ?? {}),
          ({ relation, isChanged }) => (isChanged ? describeRelation(relation) : undefined),
        ),
      )
      return document(brandRetailer, relation)
    },
  })
}
