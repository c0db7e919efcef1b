import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { browser, data, demoUserId, signedIn, signIn } from '../../../../test/sessions.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { inTransaction } from '../../../platform/work.ts'
import { createApplication, revokeApplication } from './applications.ts'
import { SHELL } from './audit.ts'
import { rotateSecret } from './secret-rotation.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const wanted = {
  account: { kind: 'brand', brandId: shop.credentials.brandId },
  userId: demoId('user/alder-wick'),
  name: 'ERP bridge',
  developerEmail: 'dev@alderwick.test',
} as const
const entries = () =>
  platform.db`select action, acted_by, by_user_id, by_application_id from identity.audit order by id`

test('an entry is written in the transaction of its change', async () => {
  const undone = inTransaction(platform, async (work) => {
    await createApplication(work, wanted, SHELL)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await entries()).toEqual([])
})

test('changes from the shell are recorded as such, and actions without effect are not recorded', async () => {
  const { applicationId } = await inTransaction(platform, (work) => createApplication(work, wanted, SHELL))
  await rotateSecret(platform, applicationId, SHELL)
  await revokeApplication(platform, applicationId, SHELL)
  await rotateSecret(platform, applicationId, SHELL)
  await revokeApplication(platform, applicationId, SHELL)
  const shell = { acted_by: 'shell', by_user_id: null, by_application_id: null }
  expect(await entries()).toEqual(
    ['create', 'rotate-secret', 'revoke'].map((action) => ({ action, ...shell })),
  )
})

describe('the log of an account', async () => {
  const here = await market({ cleanUp: afterAll })
  const { brandId, user } = here.credentials
  const owner = await signedIn(here, 'alder-wick')
  const LOG = '/api/v1/audit'
  type Entry = { id: string; attributes: Record<string, unknown> }
  const list = async (query = '', page = owner): Promise<Entry[]> => {
    const { status, body, text } = await page.send('GET', `${LOG}?page[limit]=100&${query}`)
    if (status !== 200) throw new Error(text)
    return body.data
  }
  const actions = (entries: readonly Entry[]) => entries.map(({ attributes }) => attributes.action)

  test('records changes of settings with brand, detail, author and address', async () => {
    const retailerId = await addRetailer(here, { storeName: 'Corner Shelf' })
    const ok = ({ status, text }: Answer) => expect([200, 201, 204], text).toContain(status)
    const send = async (method: string, path: string, body?: object) => {
      const answer = await owner.send(method, `/api/v1/brands${path}`, { body })
      ok(answer)
      return answer.body?.data.id
    }
    const contact = (attributes: object) => data('brand-contacts', attributes)
    await send('PATCH', '/me', data('brands', { name: 'Alder' }))
    await send('PATCH', `/shipping-settings/${brandId}`, { averageLeadTime: '6-10', lucidNumber: '' })
    const terms = data('franco-settings', { corridor: 'eu8', amount: 30_000, fee: 1500 })
    await send('POST', '/franco-settings', terms)
    await send('POST', '/franco-settings', terms)
    const mode = data('brand-retailers', { automaticOrderValidationMode: true })
    await send('PATCH', `/retailers/${retailerId}`, mode)
    await send('PATCH', `/retailers/${retailerId}`, mode)
    const id = await send(
      'POST',
      '/brand-contacts',
      contact({ email: 'new@alderwick.test', purposes: ['finance'] }),
    )
    await send('PATCH', `/brand-contacts/${id}`, {
      data: { ...contact({ email: 'old@alderwick.test' }).data, id },
    })
    await send('DELETE', `/brand-contacts/${id}`)
    const entries = await list(
      'filter[action][]=change-profile&filter[action][]=change-shipping-settings&filter[action][]=change-free-shipping&filter[action][]=change-automatic-acceptance&filter[action][]=add-contact&filter[action][]=change-contact&filter[action][]=remove-contact',
    )
    expect(entries.map(({ attributes: { action, detail } }) => [action, detail])).toEqual([
      ['remove-contact', 'old@alderwick.test'],
      ['change-contact', 'old@alderwick.test'],
      ['add-contact', 'new@alderwick.test'],
      ['change-automatic-acceptance', 'Corner Shelf: on'],
      ['change-free-shipping', 'eu8: amount 30000, fee 1500 (EUR, minor units)'],
      ['change-shipping-settings', 'averageLeadTime, lucidNumber'],
      ['change-profile', 'name'],
    ])
    for (const { attributes } of entries) {
      expect(attributes).toMatchObject({
        brandId,
        userId: null,
        applicationId: null,
        subjectName: 'Alder',
        actedBy: 'brand',
        byUserId: demoUserId('alder-wick'),
        byUserName: 'Ines Okoye',
        byApplicationName: null,
        address: '127.0.0.1',
      })
    }
    // An entry also names an application as its author.
    ok(await here.send('PATCH', '/api/v1/brands/me', { body: data('brands', { name: 'Alder & Wick' }) }))
    const [newest] = await list()
    expect(newest?.attributes).toMatchObject({
      action: 'change-profile',
      byApplicationId: here.credentials.applicationId,
      byApplicationName: expect.any(String),
    })
  })

  test('can be filtered by author, by action and by time', async () => {
    const staffId = demoUserId('alder-wick-staff')
    await signedIn(here, 'alder-wick-staff')
    const byStaff = await list(`filter[byUserId]=${staffId}`)
    expect(byStaff.map(({ attributes }) => attributes.byUserId)).toEqual(byStaff.map(() => staffId))
    expect(actions(byStaff)).toContain('sign-in')
    await signIn(browser(here, { address: '203.0.113.9' }), user.email, 'not the password at all')
    await expect
      .poll(async () => await list('filter[action]=fail-sign-in'))
      .toEqual([
        expect.objectContaining({
          attributes: expect.objectContaining({
            actedBy: 'nobody',
            byUserName: null,
            subjectName: 'Ines Okoye',
            address: '203.0.113.9',
          }),
        }),
      ])
    await here.advance(60)
    const before = here.platform.clock.now().toISOString()
    await signedIn(here, 'alder-wick-staff')
    expect(actions(await list(`filter[createdAt][from]=${before}&filter[action]=sign-in`))).toEqual([
      'sign-in',
    ])
    const all = (await list()).length
    expect(await list(`filter[createdAt][to]=${before}`)).toHaveLength(all - 1)
    expect((await owner.send('GET', `${LOG}?filter[action]=dance`)).status).toBe(400)
  })

  test('returns a single entry of the own account only', async () => {
    const [entry] = await list()
    const one = await owner.send('GET', `${LOG}/${entry?.id}`)
    expect(one.body.data).toEqual(entry)
    expect((await owner.send('GET', `${LOG}/${demoId('nothing')}`)).status).toBe(404)
    const tom = await signedIn(here, 'northlight-ceramics')
    expect((await tom.send('GET', `${LOG}/${entry?.id}`)).status).toBe(403)
    const staff = await signedIn(here, 'alder-wick-staff')
    expect((await staff.send('GET', `${LOG}/${entry?.id}`)).status).toBe(403)
  })

  test('shows who acted for the operator to the operator, and not to the brand', async () => {
    const attributes = { email: 'mila@alderwick.test', firstName: 'Mila', lastName: 'Roth', role: 'staff' }
    const sam = await signedIn(here, 'operator')
    const invited = await sam.send('POST', `/api/operator/v1/brands/${brandId}/users`, {
      body: data('users', attributes),
    })
    expect(invited.status).toBe(201)
    const { id } = invited.body.data
    const [seen] = await list(`filter[userId]=${id}`)
    expect(seen?.attributes).toMatchObject({ actedBy: 'operator', byUserName: null, address: null })
    const full = await sam.send('GET', `/api/operator/v1/audit?filter[userId]=${id}`)
    expect(full.body.data[0].attributes).toMatchObject({
      byUserName: expect.stringMatching(/\S/),
      address: '127.0.0.1',
    })
  })
})
