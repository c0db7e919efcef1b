import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../test/catalog.ts'
import { openOperation, start } from '../../test/integrations.ts'
import { type Answer, market } from '../../test/market.ts'
import { addRetailer } from '../../test/order-requests.ts'
import { asPerson } from '../../test/people.ts'
import { browser, data, linkTo } from '../../test/sessions.ts'
import { requestSubscription } from '../../test/webhooks.ts'
import { createOnce, notedFor } from './create-once.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const OPERATOR = '/api/operator/v1'

interface Person {
  email: string
  password: string
}
const NOBODY: Person = { email: '', password: '' }

/** Two accounts of a kind, told apart by their place in lists. */
type Side = 0 | 1
const BRANDS = [shop.credentials.brandId, shop.credentials.otherBrand.brandId] as const
const AS_BRANDS = ['brand', 'otherBrand'] as const

const retailers = ['', '']
const variants = ['', '']
const people: [Person, Person] = [NOBODY, NOBODY]
const applicationIds = ['', '']
const endedOperations = ['', '']
const userIds: Record<'brands' | 'retailers', string[]> = { brands: [], retailers: [] }
const idOf = (kind: 'brands' | 'retailers', side: Side) =>
  (kind === 'brands' ? BRANDS : retailers)[side] ?? ''

const post = (
  path: string,
  as: 'operator' | (typeof AS_BRANDS)[number],
  data: { type: string; id: string; attributes: object },
) => shop.send('POST', path, { as, body: { data } })
const asOperator = (path: string, type: string, id: string, attributes: object) =>
  post(`${OPERATOR}${path}`, 'operator', { type, id, attributes })

interface Creation {
  create: (side: Side, id: string) => Promise<Answer>
  /** What belongs to the operator alone has no other owner. */
  hasOwners?: false
  /** What the first request answers. */
  first?: 200
  /** Before each test, where an owner may have only one. */
  clear?: () => Promise<unknown>
}

const user = (kind: 'brands' | 'retailers') => (side: Side, id: string) =>
  asOperator(`/${kind}/${idOf(kind, side)}/users`, 'users', id, {
    email: `${side}-${id.toLowerCase()}@once.test`,
    firstName: 'Ada',
    lastName: 'Once',
  })
const application = (kind: 'brands' | 'retailers') => (side: Side, id: string) =>
  asOperator(`/${kind}/${idOf(kind, side)}/applications`, 'applications', id, {
    name: 'Once',
    developerEmail: 'dev@once.test',
    userId: userIds[kind][side],
  })

/** By the id of the operation. */
const CREATIONS: Record<string, Creation> = {
  createBrand: {
    hasOwners: false,
    create: (_side, id) =>
      asOperator('/brands', 'brands', id, { name: 'Once', currency: 'EUR', country: 'BE' }),
  },
  createRetailer: {
    hasOwners: false,
    create: (_side, id) =>
      asOperator('/retailers', 'retailers', id, {
        storeName: 'Once',
        email: 'shop@once.test',
        currency: 'EUR',
        country: 'BE',
      }),
  },
  createBrandUser: { create: user('brands') },
  createRetailerUser: { create: user('retailers') },
  createBrandApplication: { create: application('brands') },
  createRetailerApplication: { create: application('retailers') },
  createOwnApplication: {
    create: (side, id) =>
      shop.send('POST', '/api/integrations/v1/applications', {
        as: null,
        headers: asPerson(people[side]),
        body: {
          data: { type: 'applications', id, attributes: { name: 'Once', developerEmail: 'dev@once.test' } },
        },
      }),
  },
  createWebhookSubscription: {
    create: (side, id) =>
      requestSubscription(
        shop,
        { id, url: `http://localhost:9999/${id.toLowerCase()}`, applicationId: applicationIds[side] ?? '' },
        AS_BRANDS[side],
      ),
  },
  createDiscountRule: {
    create: (side, id) =>
      asOperator(`/brands/${BRANDS[side]}/discount-rules`, 'discount-rules', id, {
        name: 'Once',
        ratePercent: 5,
        startsAt: '2027-01-01T00:00:00Z',
      }),
  },
  createOrder: {
    create: (side, id) =>
      asOperator('/orders', 'orders', id, {
        brandId: BRANDS[side],
        retailerId: retailers[0],
        lines: [{ productVariantId: variants[side], quantity: 1 }],
      }),
  },
  createIntegrationOperation: {
    clear: () => shop.platform.db`delete from integrations.operations`,
    create: (side, id) =>
      post('/api/v1/catalog/integrations/operations', AS_BRANDS[side], {
        type: 'catalog-integration-operation',
        id,
        attributes: { source: 'other', operationType: 'import' },
      }),
  },
  createErrorReport: {
    clear: async () => {
      await shop.platform.db`delete from integrations.error_reports`
      await shop.platform.db`delete from integrations.operations`
      for (const side of [0, 1] as const) {
        // One without products has ended as soon as it is started.
        const operation = await openOperation(shop, { as: AS_BRANDS[side] })
        await start(shop, operation, AS_BRANDS[side])
        endedOperations[side] = operation
      }
    },
    create: (side, id) =>
      post('/api/v1/catalog/exchange/error-reports', AS_BRANDS[side], {
        type: 'catalog-exchange-error-report',
        id,
        attributes: { pim_import_job_id: endedOperations[side] },
      }),
  },
  createBrandContact: {
    create: (side, id) =>
      post('/api/v1/brands/brand-contacts', AS_BRANDS[side], {
        type: 'brand-contacts',
        id,
        attributes: { email: `${id.toLowerCase()}@once.test`, purposes: ['finance'] },
      }),
  },
  createBillingExport: {
    first: 200,
    create: (side, id) =>
      post('/api/v1/ordering/billing-exports', AS_BRANDS[side], {
        type: 'billing-exports',
        id,
        attributes: {
          from: '2026-02-01',
          to: '2026-02-02',
          exports: [{ type: 'accounting', formats: ['csv'] }],
        },
      }),
  },
  createEmailVerification: {
    create: (side, id) =>
      post('/api/v1/email-verifications', AS_BRANDS[side], {
        type: 'email-verifications',
        id,
        attributes: { email: 'someone@once.test' },
      }),
  },
}

beforeAll(async () => {
  for (const side of [0, 1] as const) {
    retailers[side] = await addRetailer(shop)
    const stock = { onHand: 1000 }
    const [product] = await addTestProducts(shop.platform, BRANDS[side], [{ variants: [{ stock }] }])
    variants[side] = product.variants[0]?.id ?? ''
    for (const kind of ['brands', 'retailers'] as const) {
      userIds[kind][side] = randomUUID()
      const created = await user(kind)(side, userIds[kind][side])
      const { email } = created.body.data.attributes
      if (kind === 'brands') {
        const password = 'a door in the hedge'
        const token = await linkTo(shop, email)
        await browser(shop).send('POST', '/api/v1/invitations/-actions/accept', {
          body: data('invitations', { token, password }),
        })
        people[side] = { email, password }
      }
    }
    applicationIds[side] = randomUUID()
    await application('brands')(side, applicationIds[side])
  }
})

test('every operation that takes an id for something new is looked at here', () => {
  const takesId = shop.http.operations.filter(({ method, path, body, deprecated }) => {
    // What ends has its tests where it lies.
    if (deprecated) return false
    const { data } = (body as { properties?: { data?: { properties?: object } } })?.properties ?? {}
    // An action is done to what the path names; the id only repeats it.
    const isAction = path.includes('/-actions/')
    return method === 'POST' && !isAction && data?.properties && 'id' in data.properties
  })
  expect(takesId.map(({ id }) => id).sort()).toEqual(Object.keys(CREATIONS).sort())
})

describe.each(Object.entries(CREATIONS))(
  '%s',
  (_operation, { create, hasOwners = true, first = 201, clear }) => {
    beforeEach(async () => void (await clear?.()))

    test('answers a known id with what is stored, in any case, and refuses it to others', async () => {
      const id = randomUUID()
      const created = await create(0, id)
      expect([created.status, created.body.data.id]).toEqual([first, id])
      const again = await create(0, id.toUpperCase())
      expect([again.status, again.body.data.id]).toEqual([200, id])
      if (hasOwners) expect((await create(1, id)).status).toBe(403)
    })

    // Billing exports that are under way have a limit, which more rounds would reach.
    test.each([1, 2])(
      'creates once, for one owner, when the id arrives several times at once (%d)',
      async () => {
        const id = randomUUID()
        const sides: Side[] = hasOwners ? [0, 1, 0, 1, 0, 1] : [0, 0, 0]
        const statuses = await Promise.all(
          sides.map(async (side) => ({ side, status: (await create(side, id)).status })),
        )
        const winner = statuses.find(({ status }) => status < 300)?.side
        const of = (own: boolean) =>
          statuses.filter(({ side }) => (side === winner) === own).map(({ status }) => status)
        expect(of(true).sort()).toEqual([200, 200, first])
        expect(new Set(of(false))).toEqual(new Set(hasOwners ? [403] : []))
      },
    )
  },
)

describe('an id that the caller chose', () => {
  const brandId = BRANDS[0]
  const found = async () => ({ id: randomUUID(), isNew: false })
  const unknown = async () => undefined
  const createWith = (id: string, find: typeof found | typeof unknown, by = brandId) =>
    createOnce(
      shop.platform,
      notedFor<{ id: string; isNew: boolean }>(by, { what: 'thing', id, find }),
      async () => ({
        id,
        isNew: true,
      }),
    )

  test('is refused to others without a look at their rows', async () => {
    const id = randomUUID()
    expect(await createWith(id, unknown)).toMatchObject({ created: true })
    await expect(createWith(id, unknown, BRANDS[1])).rejects.toMatchObject({ status: 403 })
  })

  test('is that of a row which an earlier version has not noted', async () => {
    expect(await createWith(randomUUID(), found)).toMatchObject({ row: { isNew: false }, created: false })
  })

  test('is refused if it is one that the server has chosen for another brand', async () => {
    const row = { id: randomUUID(), isNew: true }
    const chosenByServer = notedFor<typeof row>(brandId, { what: 'thing', id: undefined, find: unknown })
    await createOnce(shop.platform, chosenByServer, async () => row)
    await expect(createWith(row.id, unknown, BRANDS[1])).rejects.toMatchObject({ status: 403 })
  })

  test('can be used again by its owner, after what it named was removed', async () => {
    const id = randomUUID()
    for (const created of [true, true]) expect(await createWith(id, unknown)).toMatchObject({ created })
  })

  test('is not noted if the creation fails', async () => {
    const id = randomUUID()
    const failing = createOnce(shop.platform, notedFor(brandId, { what: 'thing', id, find: unknown }), () => {
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await createWith(id, unknown, BRANDS[1])).toMatchObject({ created: true })
  })
})
