/** The operator's routes for brands and retailers, declared once for both. */
import type { FilterSpec, Resource } from '@tradehall/jsonapi'
import type { TSchema, TUnsafe } from 'typebox'
import { columnsOf } from '../../../domain/fields.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import type { Http } from '../../../http/http.ts'
import { document, type Input, type Params } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import { answerPage, PAGE } from '../../../http/paging.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { ListAll } from '../../../platform/owned.ts'
import type { Work } from '../../../platform/work.ts'

type Filters = Readonly<Record<string, FilterSpec>>
type Values<F extends Filters> = Input<Params, { resource: Resource; filters: F }>['query']['filter']
type Body = TUnsafe<{ data: { id?: string; attributes?: object } }>

interface AccountRoutes<Row extends { id: string }, New, F extends Filters> {
  kind: 'brand' | 'retailer'
  /** The kind as part of operation ids. */
  name: 'Brand' | 'Retailer'
  resource: Resource<Row>
  settable: Readonly<Record<string, TSchema>>
  bodies: { create: Body; update: Body }
  examples: { create: object; update: object }
  /** The description of the operation that creates one. */
  creating: string
  filters: F
  list: ListAll<Row, Values<F & { id: typeof idFilter }>>
  has: (db: Queryable, id: string) => Promise<boolean>
  find: (db: Queryable, id: string) => Promise<Row | undefined>
  create: (work: Work, input: New) => Promise<{ row: Row; created: boolean }>
  update: (work: Work, id: string, changes: Partial<Row>) => Promise<Row | undefined>
}

export function accountRoutes<Row extends { id: string }, New, const F extends Filters>(
  http: Http,
  accounts: AccountRoutes<Row, New, F>,
): void {
  const { kind, name, settable } = accounts
  const resource = accounts.resource as unknown as Resource
  const type = `${kind}s`
  const all = { ...forOperator, path: `${OPERATOR_API}/${type}`, query: { resource } } as const
  const one = { ...all, path: `${all.path}/{${kind}}`, params: { [kind]: `Id of the ${kind}.` } }

  http.operation({
    ...all,
    method: 'GET',
    id: `list${name}sAsOperator`,
    summary: `The ${type} of the marketplace`,
    description: 'All of them, with their settings, unless filtered.',
    query: { resource, page: PAGE, filters: { id: idFilter, ...accounts.filters } },
    answers: [{ status: 200, description: 'One page, newest first.', resource, many: true, paged: true }],
    async handle({ db }, { query }) {
      return await answerPage(
        accounts.resource,
        query,
        (walk) => accounts.list(db, query.filter, walk),
        (id) => accounts.has(db, id),
      )
    },
  })

  http.operation({
    ...all,
    method: 'POST',
    id: `create${name}`,
    summary: `Create a ${kind}`,
    description: accounts.creating,
    body: accounts.bodies.create,
    bodyExample: { data: { type, attributes: accounts.examples.create } },
    answers: [
      { status: 201, description: `The ${kind}.`, resource },
      { status: 200, description: `The id was known: the stored ${kind}.`, resource },
    ],
    async handle(ctx, { body: { data } }) {
      // The schema of the body requires every column that a new account needs.
      const input = { ...columnsOf(accounts.resource, settable, data.attributes), id: data.id } as New
      const { row, created } = await accounts.create(ctx, input)
      return document(accounts.resource, row, { status: created ? 201 : 200 })
    },
  })

  http.operation({
    ...one,
    method: 'GET',
    id: `get${name}`,
    summary: `A ${kind}`,
    description: 'With its settings.',
    answers: [{ status: 200, description: `The ${kind}.`, resource }],
    async handle({ db }, { params: { [kind]: id = '' } }) {
      const found = await accounts.find(db, id)
      if (!found) throw unknown(kind, id)
      return document(accounts.resource, found)
    },
  })

  http.operation({
    ...one,
    method: 'PATCH',
    id: `update${name}`,
    summary: `Change the settings of a ${kind}`,
    description: 'Attributes that are left out stay as they are. An address is replaced as a whole.',
    body: accounts.bodies.update,
    bodyExample: {
      data: { type, id: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11', attributes: accounts.examples.update },
    },
    answers: [{ status: 200, description: `The ${kind} as it is now.`, resource }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params[kind] ?? '', data.id)
      const changes = columnsOf(accounts.resource, settable, data.attributes)
      const changed = await accounts.update(ctx, id, changes)
      if (!changed) throw unknown(kind, id)
      return document(accounts.resource, changed)
    },
  })
}
