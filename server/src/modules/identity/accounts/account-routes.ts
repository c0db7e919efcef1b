/** The operator's routes for brands and retailers, declared once for both. */
import type { FilterSpec, Resource } from '@tradehall/jsonapi'
import type { TSchema, TUnsafe } from 'typebox'
import { ifUnchanged } from '../../../domain/expected-version.ts'
import { columnsOf } from '../../../domain/fields.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import { createdAnswers, oneAnswer, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, createdDocument, document, type Input, type Params } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable, Transaction } from '../../../platform/database.ts'
import type { ListAll } from '../../../platform/queries/owned.ts'
import { type RowVersion, versionOf } from '../../../platform/queries/row-version.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { authorOf, writeAccountAudit } from '../credentials/audit.ts'
import { suspensionBodies } from './resources.ts'
import { resumeAccount, type SuspendableAccount, suspendAccount } from './suspension.ts'

type Filters = Readonly<Record<string, FilterSpec>>
type Values<F extends Filters> = Input<Params, { resource: Resource; filters: F }>['query']['filter']
type Body = TUnsafe<{ data: { id?: string; attributes?: object } }>

interface AccountRow {
  id: string
  updated_at: Date
}

interface Accounts<Row extends AccountRow, New> {
  kind: 'brand' | 'retailer'
  /** The kind as part of operation ids. */
  name: 'Brand' | 'Retailer'
  account: (id: string) => SuspendableAccount
  resource: Resource<Row>
  settable: Readonly<Record<string, TSchema>>
  bodies: { create: Body; update: Body }
  examples: { create: object; update: object }
  /** The description of the operation that creates one. */
  creating: string
  find: (db: Queryable, id: string) => Promise<(Row & RowVersion) | undefined>
  /** Prevents changes until the end of the transaction. */
  lock: (tx: Queryable, id: string) => Promise<void>
  create: (work: Work, input: New) => Promise<{ row: Row; created: boolean }>
  update: (work: Work, id: string, changes: Partial<Row>) => Promise<Row | undefined>
}

interface ListedAccounts<Row extends AccountRow, New, F extends Filters> extends Accounts<Row, New> {
  filters: F
  list: ListAll<Row, Values<F & { id: typeof idFilter }>>
  has: (db: Queryable, id: string) => Promise<boolean>
}

export function accountRoutes<Row extends AccountRow, New, const F extends Filters>(
  http: Http,
  accounts: ListedAccounts<Row, New, F>,
): void {
  listRoute(http, accounts)
  createRoute(http, accounts)
  settingsRoutes(http, accounts)
  suspensionRoutes(http, accounts)
}

const headOf = ({ kind, ...accounts }: { kind: 'brand' | 'retailer'; resource: unknown }) => ({
  ...forOperator,
  path: `${OPERATOR_API}/${kind}s`,
  query: { resource: accounts.resource as Resource },
})

function listRoute<Row extends AccountRow, New, const F extends Filters>(
  http: Http,
  accounts: ListedAccounts<Row, New, F>,
): void {
  const head = headOf(accounts)
  http.operation({
    ...head,
    method: 'GET',
    id: `list${accounts.name}sAsOperator`,
    summary: `The ${accounts.kind}s of the marketplace`,
    description: 'All of them, with their settings, unless filtered.',
    query: { ...head.query, page: PAGE, filters: { id: idFilter, ...accounts.filters } },
    answers: [pageAnswer(head.query.resource, 'One page, newest first.')],
    async handle({ db }, { query }) {
      return await answerPage(
        accounts.resource,
        query,
        (walk) => accounts.list(db, query.filter, walk),
        (id) => accounts.has(db, id),
      )
    },
  })
}

function createRoute<Row extends AccountRow, New>(http: Http, accounts: Accounts<Row, New>): void {
  const { kind, name, settable } = accounts
  const head = headOf(accounts)
  http.operation({
    ...head,
    method: 'POST',
    id: `create${name}`,
    summary: `Create a ${kind}`,
    description: accounts.creating,
    body: accounts.bodies.create,
    bodyExample: { data: { type: `${kind}s`, attributes: accounts.examples.create } },
    answers: createdAnswers(head.query.resource, `The ${kind}.`, `The id was known: the stored ${kind}.`),
    async handle(ctx, { body: { data } }) {
      // The schema of the body requires every column that a new account needs.
      const input = { ...columnsOf(accounts.resource, settable, data.attributes), id: data.id } as New
      const result = await inTransaction(ctx, async (work) => {
        const result = await accounts.create(work, input)
        if (result.created)
          await writeAccountAudit(
            work,
            authorOf(ctx.actor),
            'create',
            accounts.account(result.row.id),
            detailOf(data.attributes),
          )
        return result
      })
      return createdDocument(accounts.resource, result)
    },
  })
}

function settingsRoutes<Row extends AccountRow, New>(http: Http, accounts: Accounts<Row, New>): void {
  const { kind, name, settable } = accounts
  const head = headOf(accounts)
  const one = { ...head, path: `${head.path}/{${kind}}`, params: { [kind]: `Id of the ${kind}.` } }

  http.operation({
    ...one,
    method: 'GET',
    id: `get${name}`,
    summary: `A ${kind}`,
    description: 'With its settings.',
    answers: [oneAnswer(head.query.resource, `The ${kind}.`)],
    async handle({ db }, { params: { [kind]: id = '' } }) {
      const found = await accounts.find(db, id)
      if (!found) throw unknown(kind, id)
      return document<Row>(accounts.resource, found, { version: accountVersion(found) })
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
      data: {
        type: `${kind}s`,
        id: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11',
        attributes: accounts.examples.update,
      },
    },
    answers: [oneAnswer(head.query.resource, `The ${kind} as it is now.`)],
    conditional: true,
    async handle(ctx, { params, body: { data }, ifMatch }) {
      const id = idToChange(params[kind] ?? '', data.id)
      const changes = columnsOf(accounts.resource, settable, data.attributes)
      const lock = async (tx: Transaction) => {
        await accounts.lock(tx, id)
        const found = await accounts.find(tx, id)
        return found && { version: accountVersion(found) }
      }
      const changed = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        inTransaction(work, async (work) => {
          const changed = await accounts.update(work, id, changes)
          if (changed && Object.keys(changes).length > 0)
            await writeAccountAudit(
              work,
              authorOf(ctx.actor),
              'update',
              accounts.account(id),
              detailOf(data.attributes),
            )
          return changed
        }),
      )
      if (!changed) throw unknown(kind, id)
      return document(accounts.resource, changed)
    },
  })
}

function suspensionRoutes<Row extends AccountRow, New>(http: Http, accounts: Accounts<Row, New>): void {
  const { kind, name } = accounts
  const head = headOf(accounts)
  const bodies = suspensionBodies(head.query.resource)
  const action = (verb: string) => ({
    ...head,
    method: 'POST' as const,
    path: `${head.path}/{${kind}}/-actions/${verb}`,
    params: { [kind]: `Id of the ${kind}.` },
    confirmed: true as const,
    bodyExample: { data: { type: `${kind}s`, attributes: { reason: 'Invoices are overdue.' } } },
    answers: [oneAnswer(head.query.resource, `The ${kind} as it is now.`)],
  })
  const answer = async ({ db }: Pick<Ctx, 'db'>, id: string, isKnown: boolean) => {
    const found = isKnown ? await accounts.find(db, id) : undefined
    if (!found) throw unknown(kind, id)
    return document<Row>(accounts.resource, found)
  }

  http.operation({
    ...action('suspend'),
    id: `suspend${name}`,
    summary: `Suspend a ${kind}`,
    description: `Its sessions and access tokens end within a second, nobody of it can sign in, and its applications get no token: 403 \`account_suspended\`. ${SUSPENDED[kind]} Suspending again changes nothing.`,
    body: bodies.suspend,
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params[kind] ?? '', data.id)
      return await answer(ctx, id, await suspendAccount(ctx, accounts.account(id), data.attributes.reason))
    },
  })

  http.operation({
    ...action('resume'),
    id: `resume${name}`,
    summary: `Resume a suspended ${kind}`,
    description:
      'Its users sign in with the same passwords, and its applications get tokens with the same secrets. Sessions and tokens from before stay ended. Resuming again changes nothing.',
    body: bodies.resume,
    bodyOptional: true,
    async handle(ctx, { params, body }) {
      const id = idToChange(params[kind] ?? '', body?.data.id)
      const reason = body?.data.attributes?.reason ?? null
      return await answer(ctx, id, await resumeAccount(ctx, accounts.account(id), reason))
    },
  })
}

const SUSPENDED = {
  brand:
    'New orders with it are refused with 409; orders under way go on. What happens to them is recorded for its webhooks and sent when the brand is resumed.',
  retailer: 'New orders of it are refused with 409; orders under way go on.',
}

/** The attributes that were sent, with their values where they are short. */
const detailOf = (attributes: object = {}): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null || typeof value === 'object' ? name : `${name}: ${value}`))
    .join(', ')
    .slice(0, 500)

const accountVersion = ({ id, row_version, updated_at }: AccountRow & RowVersion): string =>
  versionOf([id, row_version, updated_at])
