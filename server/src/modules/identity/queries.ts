/** SQL of users, applications and signing keys. */
import { type Account, type Actor, type Doer, type Person, ROLES, type Role } from '../../domain/actor.ts'
import { type Fragment, oneOf, type Queryable } from '../../platform/database.ts'
import type { ApplicationId, BrandId, RetailerId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import type {
  IdentityApplicationSecretsRow,
  IdentityApplicationsRow,
  IdentitySigningKeysRow,
  IdentityUsersRow,
} from '../../platform/rows.ts'
import { accountSuspendedAt, tokenGeneration } from './accounts/suspension-rows.ts'

export type ApplicationRow = IdentityApplicationsRow
export type UserRow = IdentityUsersRow
export type SigningKeyRow = IdentitySigningKeysRow

/** The owner columns of an account's users and applications; both are null for the operator. */
export function ownerOf({ account }: Pick<Actor, 'account'>): {
  brandId: BrandId | null
  retailerId: RetailerId | null
} {
  return {
    brandId: account.kind === 'brand' ? account.brandId : null,
    retailerId: account.kind === 'retailer' ? account.retailerId : null,
  }
}

/** The account that a user or an application belongs to. */
export function accountOf({
  brand_id: brandId,
  retailer_id: retailerId,
}: Pick<UserRow, 'brand_id' | 'retailer_id'>): Account {
  if (brandId) return { kind: 'brand', brandId }
  if (retailerId) return { kind: 'retailer', retailerId }
  return { kind: 'operator' }
}

export function roleOf({ role }: Pick<UserRow, 'role'>): Role {
  const known = ROLES.find((candidate) => candidate === role)
  invariant(known, 'the database checks roles')
  return known
}

export const personOf = (user: Pick<UserRow, 'id' | 'brand_id' | 'retailer_id' | 'role'>): Person => ({
  userId: user.id,
  account: accountOf(user),
  role: roleOf(user),
})

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await db<UserRow[]>`
    select ${userColumns(db)}
    from identity.users
    where id = ${id}`
  return user
}

/** Case-insensitive, as is the unique index of addresses. Removed users have none. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await db<UserRow[]>`
    select ${userColumns(db)}
    from identity.users
    where lower(email) = lower(${email}) and removed_at is null`
  return user
}

export const userColumns = (db: Queryable) => db`
  id, number, brand_id, retailer_id, email, first_name, last_name, password_hash, currency, country, browser_id,
  created_at, updated_at, role, suspended_at, removed_at,
  greatest(
    last_signed_in_at, (select signed_in_at from identity.sign_ins where user_id = users.id)
  ) as last_signed_in_at`

/** The name of the account of a user, in a query on users. */
export const accountName = (db: Queryable) => db`
  coalesce(
    (select name from identity.brands where id = brand_id),
    (select store_name from identity.retailers where id = retailer_id),
    'Operator'
  ) as account_name`

/** The picture of a brand; other accounts have none. */
export const accountImage = (db: Queryable) =>
  db`(select images ->> 'squared' from identity.brands where id = brand_id) as account_image`

export const applicationColumns = (db: Queryable) =>
  db`id, brand_id, retailer_id, user_id, name, developer_email, client_id, created_at, revoked_at`

/** A condition for the users or applications of an account; uses the index of its kind. */
export function ownedBy(db: Queryable, actor: Pick<Actor, 'account'>) {
  const { brandId, retailerId } = ownerOf(actor)
  if (brandId) return db`brand_id = ${brandId}`
  return retailerId ? db`retailer_id = ${retailerId}` : db`brand_id is null and retailer_id is null`
}

/** The applications of an account that are not revoked. */
export function isUsableBy(db: Queryable, actor: Pick<Actor, 'account'>) {
  return db`${ownedBy(db, actor)} and revoked_at is null`
}

export async function listApplications(
  db: Queryable,
  actor: Pick<Actor, 'account'>,
): Promise<ApplicationRow[]> {
  return await db<ApplicationRow[]>`
    select ${applicationColumns(db)}
    from identity.applications
    where ${isUsableBy(db, actor)}
    order by created_at desc, id desc`
}

export async function listAllApplications(db: Queryable): Promise<ApplicationRow[]> {
  return await db<ApplicationRow[]>`
    select ${applicationColumns(db)}
    from identity.applications
    order by created_at desc, id desc`
}

type FindApplication = (db: Queryable, id: ApplicationId) => Promise<ApplicationRow | undefined>

export const findApplication: FindApplication = (db, id) => readApplication(db, id, db``)

/** A shared lock: prevents changes until the end of the transaction, but not other shared locks. */
export const lockApplicationShared: FindApplication = (tx, id) => readApplication(tx, id, tx`for share`)

export const lockApplication: FindApplication = (tx, id) => readApplication(tx, id, tx`for update`)

async function readApplication(
  db: Queryable,
  id: ApplicationId,
  lock: Fragment,
): Promise<ApplicationRow | undefined> {
  const [application] = await db<ApplicationRow[]>`
    select ${applicationColumns(db)}
    from identity.applications
    where id = ${id}
    ${lock}`
  return application
}

type Client = ApplicationRow & { account_suspended_at: Date | null; secret_hashes: Buffer[] }

/** The application of a client id with the hashes of its secrets that are valid at `now`. */
export async function findClient(db: Queryable, clientId: string, now: Date): Promise<Client | undefined> {
  const [client] = await db<Client[]>`
    select ${applicationColumns(db)}, ${accountSuspendedAt(db)},
      array(
        select secret_hash
        from identity.application_secrets
        where application_id = applications.id and (expires_at is null or expires_at > ${now})
      ) as secret_hashes
    from identity.applications
    where client_id = ${clientId}`
  return client
}

/** The columns of an application that the check of an access token needs. */
export async function findTokenHolder(
  db: Queryable,
  id: ApplicationId,
): Promise<(ApplicationRow & { account_suspended_at: Date | null; token_generation: number }) | undefined> {
  const [holder] = await db<
    (ApplicationRow & { account_suspended_at: Date | null; token_generation: number })[]
  >`
    select ${applicationColumns(db)}, ${accountSuspendedAt(db)}, ${tokenGeneration(db)}
    from identity.applications
    where id = ${id}`
  return holder
}

export async function insertUser(
  db: Queryable,
  user: Omit<UserRow, 'number'> & { number?: number },
): Promise<void> {
  await db`insert into identity.users ${db(user)}`
}

export async function insertApplication(db: Queryable, application: ApplicationRow): Promise<void> {
  await db`insert into identity.applications ${db(application)}`
}

export async function insertSecret(db: Queryable, secret: IdentityApplicationSecretsRow): Promise<void> {
  await db`insert into identity.application_secrets ${db(secret)}`
}

/** Deletes all secrets except the newest, which expires at `expiresAt`. */
export async function endSecrets(
  db: Queryable,
  applicationId: ApplicationId,
  expiresAt: Date,
): Promise<void> {
  await db`
    with newest as (
      select id
      from identity.application_secrets
      where application_id = ${applicationId}
      order by created_at desc, id desc
      limit 1
    ), ended as (
      delete from identity.application_secrets
      where application_id = ${applicationId} and id not in (select id from newest)
    )
    update identity.application_secrets
    set expires_at = ${expiresAt}
    where application_id = ${applicationId} and id in (select id from newest)`
}

/** Returns the application if it existed and was not revoked before. Its secrets are invalid from then on. */
export async function markRevoked(
  db: Queryable,
  applicationId: ApplicationId,
  now: Date,
): Promise<Pick<ApplicationRow, 'id' | 'brand_id' | 'retailer_id'> | undefined> {
  const [revoked] = await db<Pick<ApplicationRow, 'id' | 'brand_id' | 'retailer_id'>[]>`
    update identity.applications
    set revoked_at = ${now}
    where id = ${applicationId} and revoked_at is null
    returning id, brand_id, retailer_id`
  return revoked
}

/** The applications of an account that are not revoked, unordered. */
export async function loadApplications(
  db: Queryable,
  actor: Pick<Actor, 'account'>,
  ids: readonly ApplicationId[],
): Promise<ApplicationRow[]> {
  return await db<ApplicationRow[]>`
    select ${applicationColumns(db)}
    from identity.applications
    where ${isUsableBy(db, actor)}
      and id = ${oneOf(db, ids)}`
}

/** The developers' addresses of applications. */
export async function developersOf(
  db: Queryable,
  ids: readonly ApplicationId[],
): Promise<{ id: ApplicationId; name: string; developerEmail: string }[]> {
  return await db<{ id: ApplicationId; name: string; developerEmail: string }[]>`
    select id, name, developer_email as "developerEmail" from identity.applications where id = ${oneOf(db, ids)}`
}

/** The email addresses of those users of some retailers who can sign in. Uses users_retailer_idx. */
export async function mailboxesOf(
  db: Queryable,
  retailerIds: readonly RetailerId[],
): Promise<{ retailerId: RetailerId; email: string; firstName: string }[]> {
  return await db<{ retailerId: RetailerId; email: string; firstName: string }[]>`
    select retailer_id as "retailerId", email, first_name as "firstName"
    from identity.users
    where retailer_id = ${oneOf(db, retailerIds)} and suspended_at is null and removed_at is null
    order by retailer_id, created_at, id`
}

/** The segment of a retailer, which discount rules refer to; null if it has none. */
export async function retailerSegment(db: Queryable, retailerId: RetailerId): Promise<string | null> {
  const [retailer] = await db<{ segment: string | null }[]>`
    select segment from identity.retailers where id = ${retailerId}`
  return retailer?.segment ?? null
}

/** The currencies of some brands, by their ids. */
export async function brandCurrencies(
  db: Queryable,
  brandIds: readonly BrandId[],
): Promise<Map<string, string>> {
  const brands = await db<{ id: string; currency: string }[]>`
    select id, currency from identity.brands where id = ${oneOf(db, brandIds)}`
  return new Map(brands.map(({ id, currency }) => [id, currency]))
}

export async function listSigningKeys(db: Queryable): Promise<SigningKeyRow[]> {
  return await db<SigningKeyRow[]>`
    select id, algorithm, public_jwk, private_jwk_encrypted, created_at
    from identity.signing_keys
    order by created_at desc, id desc`
}

export async function insertSigningKey(db: Queryable, key: SigningKeyRow): Promise<void> {
  await db`
    insert into identity.signing_keys (id, algorithm, public_jwk, private_jwk_encrypted, created_at)
    values (${key.id}, ${key.algorithm}, ${db.json(key.public_jwk as never)}, ${key.private_jwk_encrypted}, ${key.created_at})`
}

export async function deleteSigningKeys(db: Queryable, ids: readonly string[]): Promise<void> {
  await db`delete from identity.signing_keys where id in ${db(ids)}`
}

/** The current name of the application or the user, for records that store the name; null if the server acts. */
export async function nameOfDoer(
  db: Queryable,
  { applicationId, userId, supportSessionId }: Doer,
): Promise<string | null> {
  if (applicationId === null && !userId) return null
  const [row] = await db<{ name: string }[]>`
    select name from identity.applications where id = ${applicationId}
    union all
    select concat_ws(' ', first_name, last_name) from identity.users where id = ${userId ?? null}`
  if (!row) return null
  return supportSessionId ? `${row.name} (marketplace support)` : row.name
}
