/** The accounts of the sandbox: two brands, eight retailers and the operator, with invented names and constant ids. */

import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import type { Role } from '../../../domain/actor.ts'
import type { DemoRun } from '../../../module.ts'
import type { Queryable, Transaction } from '../../../platform/database.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { invariant } from '../../../platform/invariant.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { hashPassword } from '../people/password-hash.ts'
import { insertApplication, insertSecret, insertUser } from '../queries.ts'
import { demoBrands, demoRetailers } from './demo-accounts.ts'

const SINCE = '2026-01-05T09:00:00Z'

export const DEMO = {
  brandId: demoId('brand/alder-wick'),
  otherBrandId: demoId('brand/northlight-ceramics'),
  retailerId: demoId('retailer/harbour-lane'),
  applicationId: demoId('application/alder-wick'),
  otherApplicationId: demoId('application/northlight-ceramics'),
  operatorApplicationId: demoId('application/operator'),
}

interface DemoUser {
  key: string
  number: number
  owner: { brand_id: string | null; retailer_id: string | null }
  email: string
  name: [first: string, last: string]
  currency: string
  country: string
  role: Role
}

const OPERATOR = { brand_id: null, retailer_id: null }
const IN_BELGIUM = { currency: 'EUR', country: 'BE' }

const USERS: DemoUser[] = [
  {
    key: 'alder-wick',
    number: 4711,
    owner: { brand_id: DEMO.brandId, retailer_id: null },
    email: 'ines@alderwick.test',
    name: ['Ines', 'Okoye'],
    ...IN_BELGIUM,
    role: 'owner',
  },
  {
    key: 'northlight-ceramics',
    number: 4712,
    owner: { brand_id: DEMO.otherBrandId, retailer_id: null },
    email: 'tom@northlight.test',
    name: ['Tom', 'Ashby'],
    currency: 'GBP',
    country: 'GB',
    role: 'owner',
  },
  {
    key: 'harbour-lane',
    number: 4713,
    owner: { brand_id: null, retailer_id: DEMO.retailerId },
    email: 'nadia@harbourlane.test',
    name: ['Nadia', 'Lemmens'],
    ...IN_BELGIUM,
    role: 'owner',
  },
  {
    key: 'operator',
    number: 4714,
    owner: OPERATOR,
    email: 'operator@tradehall.test',
    name: ['Sam', 'Devries'],
    ...IN_BELGIUM,
    role: 'operator',
  },
  {
    key: 'alder-wick-staff',
    number: 4715,
    owner: { brand_id: DEMO.brandId, retailer_id: null },
    email: 'mats@alderwick.test',
    name: ['Mats', 'Verhulst'],
    ...IN_BELGIUM,
    role: 'staff',
  },
]

/** Staff have no application: they work in the browser. */
const APPLICATIONS: Record<string, string> = {
  'alder-wick': 'ERP bridge',
  'northlight-ceramics': 'Shop connector',
  'harbour-lane': 'Storefront',
  operator: 'Operator console',
}

/** Inserts the demo accounts without secrets; `renewIdentitySecrets` creates them. */
export async function seedIdentityDemo(tx: Transaction, { endingTime }: DemoRun): Promise<void> {
  // Also what has ended was for these accounts.
  const at = endingTime.at(SINCE)
  const since = { created_at: at, updated_at: at }
  const dated = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, ...since }))
  await tx`insert into identity.brands ${tx(dated(demoBrands()) as never)}`
  await tx`insert into identity.retailers ${tx(dated(demoRetailers()) as never)}`
  for (const user of USERS) await seedUser(tx, user, at)
}

async function seedUser(
  tx: Transaction,
  { key, number, owner, email, name, currency, country, role }: DemoUser,
  at: Date,
): Promise<void> {
  const [first_name, last_name] = name
  const id = demoId(`user/${key}`)
  const browser_id = `b-${id.slice(-12)}`
  const since = { created_at: at, updated_at: at }
  await insertUser(tx, {
    id,
    number,
    ...owner,
    email,
    first_name,
    last_name,
    password_hash: null,
    currency,
    country,
    browser_id,
    ...since,
    role,
    suspended_at: null,
    removed_at: null,
    last_signed_in_at: null,
  })
  const application = APPLICATIONS[key]
  if (application === undefined) return
  await insertApplication(tx, {
    id: demoId(`application/${key}`),
    ...owner,
    user_id: id,
    name: application,
    developer_email: email,
    client_id: `demo-${key}`,
    created_at: at,
    revoked_at: null,
  })
}

/** Replaces the secrets of the demo accounts and returns the new ones in plain text, which is possible only once. */
export async function renewIdentitySecrets(tx: Transaction): Promise<SandboxCredentials> {
  const brand = await renewSecret(tx, 'alder-wick')
  const otherBrand = await renewSecret(tx, 'northlight-ceramics')
  const retailer = await renewSecret(tx, 'harbour-lane')
  const operator = await renewSecret(tx, 'operator')
  return {
    brandId: DEMO.brandId,
    applicationId: DEMO.applicationId,
    ...brand,
    user: await renewPassword(tx, 'alder-wick'),
    otherBrand: { brandId: DEMO.otherBrandId, ...otherBrand },
    retailer: { retailerId: DEMO.retailerId, ...retailer },
    operator: { ...operator, ...(await renewPassword(tx, 'operator')) },
  }
}

async function renewSecret(
  tx: Transaction,
  key: string,
): Promise<{ clientId: string; clientSecret: string }> {
  const applicationId = demoId(`application/${key}`)
  const clientSecret = newSecret()
  const [application] = await tx<{ created_at: Date }[]>`
    select created_at from identity.applications where id = ${applicationId}`
  invariant(application, 'the demo accounts have applications')
  await tx`delete from identity.application_secrets where application_id = ${applicationId}`
  await insertSecret(tx, {
    application_id: applicationId,
    id: demoId(`secret/${key}`),
    secret_hash: hashSecret(clientSecret),
    created_at: application.created_at,
    expires_at: null,
  })
  return { clientId: `demo-${key}`, clientSecret }
}

async function renewPassword(tx: Transaction, key: string): Promise<{ email: string; password: string }> {
  const user = USERS.find((candidate) => candidate.key === key) as DemoUser
  const password = newSecret().slice(0, 16)
  await tx`update identity.users set password_hash = ${await hashPassword(password)} where id = ${demoId(`user/${key}`)}`
  return { email: user.email, password }
}

/**
 * Whether this database, which may be empty, contains the demo accounts. If so, the sandbox needs no seeding, and production
 * must not start.
 */
export async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  const [table] = await db`select to_regclass('identity.applications') as name`
  if (table?.name === null) return false
  const found = await db`select 1 from identity.applications where id = ${DEMO.applicationId}`
  return found.length > 0
}

/** The applications that `reset` deletes in addition to the demo data; it reports them, because they may be in use. */
export async function listOtherApplications(tx: Transaction): Promise<OtherApplication[]> {
  return await tx<OtherApplication[]>`
    select id, name, client_id as "clientId"
    from identity.applications
    where id not in ${tx(demoApplicationIds())}
    order by created_at, id`
}

export interface OtherApplication {
  id: string
  name: string
  clientId: string
}

const demoApplicationIds = () => Object.keys(APPLICATIONS).map((key) => demoId(`application/${key}`))

export const demoUserIds = () => USERS.map(({ key }) => demoId(`user/${key}`))

/** Whether the database contains accounts but not the demo accounts: such data must never be seeded or reset. */
export async function hasForeignAccounts(db: Queryable): Promise<boolean> {
  const [table] = await db`select to_regclass('identity.users') as name`
  if (table?.name === null || (await hasDemoAccounts(db))) return false
  const found = await db`select 1 from identity.users limit 1`
  return found.length > 0
}

/**
 * Reads the secrets, sessions and second factors of the demo accounts and returns a function that restores them, so that
 * they stay valid after `reset`.
 */
export async function snapshotIdentitySecrets(tx: Transaction): Promise<() => Promise<void>> {
  const secrets = await tx`
    select application_id, id, secret_hash, created_at, expires_at
    from identity.application_secrets
    where application_id in ${tx(demoApplicationIds())}`
  const passwords = await tx`
    select id, password_hash from identity.users where id in ${tx(demoUserIds())}`
  const ofDemoUsers = tx`user_id in ${tx(demoUserIds())}`
  // Support sessions are left out: they end because `reset` deletes their records.
  const sessions = await tx`select * from identity.sessions where ${ofDemoUsers} and parent_id is null`
  const devices = await tx`select * from identity.devices where ${ofDemoUsers}`
  const passkeys = await tx`select * from identity.passkeys where ${ofDemoUsers}`
  const factors = await tx`select * from identity.second_factors where ${ofDemoUsers}`
  const codes = await tx`select * from identity.recovery_codes where ${ofDemoUsers}`
  return async () => {
    if (secrets.length > 0) await tx`insert into identity.application_secrets ${tx(secrets as never)}`
    for (const { id, password_hash } of passwords) {
      await tx`update identity.users set password_hash = ${password_hash} where id = ${id}`
    }
    if (sessions.length > 0) await tx`insert into identity.sessions ${tx(sessions as never)}`
    if (devices.length > 0) await tx`insert into identity.devices ${tx(devices as never)}`
    if (passkeys.length > 0) await tx`insert into identity.passkeys ${tx(passkeys as never)}`
    if (factors.length > 0) await tx`insert into identity.second_factors ${tx(factors as never)}`
    if (codes.length > 0) await tx`insert into identity.recovery_codes ${tx(codes as never)}`
  }
}
