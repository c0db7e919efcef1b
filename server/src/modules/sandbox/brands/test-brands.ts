/** Brands for tests: one call creates a brand that can be used like a demo brand, with its own credentials. */

import { missing } from '../../../domain/ownership.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { Module } from '../../../module.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { SandboxTestBrandsRow } from '../../../platform/rows.ts'
import { inTransaction } from '../../../platform/work.ts'
import {
  authorOf,
  createApplication,
  createBrand,
  createUser,
  listApplications,
  revokeApplication,
  suspendAccount,
  writeAccountAudit,
} from '../../identity/index.ts'

const HOME = { currency: 'EUR', country: 'BE' } as const
const CLOSED = 'Closed by POST /api/testing/brands/{brand}/-actions/close.'

interface Client {
  id: string
  clientId: string
  clientSecret: string
}

export interface TestBrand {
  id: BrandId
  name: string
  /** For the program under test. */
  application: Client
  /** For the program that tests it. */
  examiner: Client
}

/** Creates everything in one transaction. The applications act for a user without a password, as whom nobody can sign in. */
export async function createTestBrand(
  ctx: Ctx,
  modules: readonly Module[],
  { name }: { name: string },
): Promise<TestBrand> {
  const by = authorOf(ctx.actor)
  return await inTransaction(ctx, async (work) => {
    const { row: brand } = await createBrand(work, { name, ...HOME, address: addressOf(name) })
    const account = { kind: 'brand', brandId: brand.id } as const
    await writeAccountAudit(work, by, 'create', account, `name: ${name}`)
    for (const { equipTestBrand } of modules) await equipTestBrand?.(work, brand.id)
    // Addresses of users are unique.
    const email = `owner@brand-${brand.id}.test`
    const user = await createUser(work, {
      account,
      role: 'owner',
      email,
      firstName: 'Robin',
      lastName: 'Maes',
      ...HOME,
    })
    const addApplication = async (name: string): Promise<Client> => {
      const { applicationId: id, ...client } = await createApplication(
        work,
        { account, userId: user.id, name, developerEmail: email },
        by,
      )
      return { id, ...client }
    }
    const application = await addApplication(name)
    const examiner = await addApplication(`${name} examiner`)
    await insertTestBrand(work.db, {
      brand_id: brand.id,
      application_id: application.id,
      created_at: work.clock.now(),
    })
    return { id: brand.id, name, application, examiner }
  })
}

const addressOf = (name: string) => ({
  name: 'Robin Maes',
  organisationName: name,
  street: 'Scheldekaai 7',
  city: 'Antwerpen',
  postalCode: '2000',
  countryCode: 'BE',
})

/** Revokes the application of the program under test only. */
export async function revokeTested(ctx: Ctx, brandId: BrandId): Promise<void> {
  const { application_id: applicationId } = await readTestBrand(ctx, brandId)
  await inTransaction(ctx, (work) => revokeApplication(work, applicationId, authorOf(ctx.actor)))
  await ctx.signals.refresh()
}

/**
 * Revokes its applications, with their tokens and subscriptions, and suspends the brand. Its data stay until the next reset.
 * Closing again changes nothing.
 */
export async function closeTestBrand(ctx: Ctx, brandId: BrandId): Promise<void> {
  await readTestBrand(ctx, brandId)
  const account = { kind: 'brand', brandId } as const
  await inTransaction(ctx, async (work) => {
    // First, because every transaction locks the account before its applications.
    await suspendAccount(work, account, CLOSED)
    for (const { id } of await listApplications(work.db, { account }))
      await revokeApplication(work, id, authorOf(ctx.actor))
  })
  await ctx.signals.refresh()
}

/** Only the brand itself and the operator have access. Demo brands are not test brands, so they return 404. */
async function readTestBrand({ db, actor }: Ctx, brandId: BrandId): Promise<SandboxTestBrandsRow> {
  const { account } = actor
  const isAllowed = account.kind === 'operator' || (account.kind === 'brand' && account.brandId === brandId)
  const [row] = await db<SandboxTestBrandsRow[]>`
    select brand_id, application_id, created_at from sandbox.test_brands where brand_id = ${brandId}`
  if (!row || !isAllowed) throw missing('test brand', brandId, { exists: row !== undefined })
  return row
}

async function insertTestBrand(db: Queryable, row: SandboxTestBrandsRow): Promise<void> {
  await db`insert into sandbox.test_brands ${db(row)}`
}
