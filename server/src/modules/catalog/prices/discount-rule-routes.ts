import { Type } from 'typebox'
import { name, uuid } from '../../../domain/fields.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import { createdAnswers, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerOwnPage, answerPageOfAll, PAGE } from '../../../http/lists/paging.ts'
import { document, none } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable } from '../../../platform/database.ts'
import { findBrand, retailerSegment } from '../../identity/index.ts'
import { discountRule, discountRuleBodies } from './discount-rule-resources.ts'
import {
  createDiscountRule,
  type DiscountRule,
  deleteDiscountRule,
  findDiscountRule,
  findRuleOfAnyBrand,
  listDiscountRules,
  listRulesOfAll,
  updateDiscountRule,
} from './discount-rules.ts'

const ofBrand = {
  ...forOperator,
  path: `${OPERATOR_API}/brands/{brand}/discount-rules`,
  params: { brand: 'Id of the brand.' },
}
const ofRule = {
  ...forOperator,
  path: `${OPERATOR_API}/discount-rules/{rule}`,
  params: { rule: 'Id of the discount rule.' },
}

export function discountRuleRoutes(http: Http): void {
  listRoute(http)
  brandRuleRoutes(http)
  ruleRoutes(http)
}

function listRoute(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/discount-rules`,
    id: 'listDiscountRulesOfAll',
    summary: 'The discount rules of all brands',
    description: 'Those that apply now, those that will and those that did, unless filtered.',
    query: {
      resource: discountRule,
      page: PAGE,
      filters: {
        id: idFilter,
        brandId: { ...idFilter, description: 'Only those of these brands.' },
        retailerId: {
          kind: 'one',
          schema: uuid(),
          description: 'Only those that this retailer gets, because of its segment or as every retailer.',
        },
        retailerSegment: {
          kind: 'list',
          schema: name('concept-stores', 'A segment.'),
          max: 50,
          description: 'Only those for these segments.',
        },
        active: {
          kind: 'one',
          schema: Type.Boolean(),
          description: '`true` for those that apply now, `false` for the others.',
        },
      },
    },
    answers: [pageAnswer(discountRule, 'One page, newest first.')],
    async handle({ db, clock }, { query }) {
      const { retailerId, ...filter } = query.filter
      const appliesTo = retailerId === undefined ? undefined : await retailerSegment(db, retailerId)
      return await answerPageOfAll(discountRule, query, {
        db,
        filter: { ...filter, appliesTo, now: clock.now() },
        list: listRulesOfAll,
        find: findRuleOfAnyBrand,
      })
    },
  })
}

function brandRuleRoutes(http: Http): void {
  http.operation({
    ...ofBrand,
    method: 'GET',
    id: 'listDiscountRules',
    summary: 'The discount rules of a brand',
    description: 'Those that apply now, those that will and those that did.',
    query: { resource: discountRule, page: PAGE },
    answers: [pageAnswer(discountRule, 'One page, newest first.')],
    async handle({ db }, { params, query }) {
      const brandId = await readBrandId(db, params.brand)
      return await answerOwnPage(discountRule, query, {
        db,
        of: brandId,
        list: listDiscountRules,
        has: async (db, brandId, id) => (await findDiscountRule(db, brandId, id)) !== undefined,
      })
    },
  })

  http.operation({
    ...ofBrand,
    method: 'POST',
    id: 'createDiscountRule',
    summary: 'Create a discount rule of a brand',
    description: 'Send an id of your own to make a retry harmless.',
    query: { resource: discountRule },
    body: discountRuleBodies.create,
    answers: createdAnswers(discountRule, 'The rule.', 'The id was known: the stored rule.'),
    async handle(ctx, { params, body: { data } }) {
      const brandId = await readBrandId(ctx.db, params.brand)
      const { name, ratePercent, startsAt, endsAt = null, retailerSegment = null } = data.attributes
      const rule = {
        id: data.id,
        name,
        retailerSegment,
        ratePercent,
        startsAt: new Date(startsAt),
        endsAt: toDate(endsAt),
      }
      const result = await createDiscountRule(ctx, brandId, rule, 'data.attributes')
      return document(discountRule, result.rule, { status: result.created ? 201 : 200 })
    },
  })
}

function ruleRoutes(http: Http): void {
  http.operation({
    ...ofRule,
    method: 'PATCH',
    id: 'updateDiscountRule',
    summary: 'Change a discount rule',
    description: 'Attributes that are left out stay as they are.',
    query: { resource: discountRule },
    body: discountRuleBodies.update,
    answers: [{ status: 200, description: 'The rule as it is now.', resource: discountRule }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.rule, data.id)
      const changes = changesIn(data.attributes)
      return document(discountRule, await updateDiscountRule(ctx, id, changes, 'data.attributes'))
    },
  })

  http.operation({
    ...ofRule,
    method: 'DELETE',
    id: 'deleteDiscountRule',
    summary: 'Delete a discount rule',
    description: 'It no longer applies; orders that were placed with it keep their prices.',
    answers: [{ status: 204, description: 'Gone.', none: true }],
    async handle(ctx, { params: { rule: id } }) {
      await deleteDiscountRule(ctx.db, id)
      return none()
    },
  })
}

async function readBrandId(db: Queryable, id: string): Promise<string> {
  const brand = await findBrand(db, id)
  if (!brand) throw unknown('brand', id)
  return brand.id
}

interface RuleAttributes {
  name?: string
  retailerSegment?: string | null
  ratePercent?: number
  startsAt?: string
  endsAt?: string | null
}

function changesIn({
  name,
  retailerSegment,
  ratePercent,
  startsAt,
  endsAt,
}: RuleAttributes = {}): Partial<DiscountRule> {
  return {
    ...(name !== undefined && { name }),
    ...(retailerSegment !== undefined && { retailerSegment }),
    ...(ratePercent !== undefined && { ratePercent }),
    ...(startsAt !== undefined && { startsAt: new Date(startsAt) }),
    ...(endsAt !== undefined && { endsAt: toDate(endsAt) }),
  }
}

const toDate = (text: string | null) => (text === null ? null : new Date(text))
