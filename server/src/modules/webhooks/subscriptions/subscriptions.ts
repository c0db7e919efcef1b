/** Creates, changes and removes subscriptions. `at` is the JSON pointer of the resource in the request. */

import { newSigningSecret } from '@tradehall/kit/webhook-signatures'
import { createOnce, findOwn, notedFor } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import { type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { ApplicationId, BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { TargetRefused } from '../../../platform/outbound/targets.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findApplication, lockApplicationShared, tellOwners } from '../../identity/index.ts'
import { dueBrands } from '../delivery/due-brands.ts'
import { deleteWaiting } from '../delivery/queue.ts'
import { eventEnded, eventUnknown, tooManySubscriptions, urlRefused, urlTaken } from '../errors.ts'
import {
  deleteSubscription,
  deleteSubscriptionsOfApplications,
  findSubscription,
  findSubscriptionOfAnyBrand,
  insertSubscription,
  lockSubscription,
  NOTED_AS,
  type SubscriptionRow,
  subscriptionsOfApplications,
  updateSubscription,
} from './queries.ts'

/** Limited because an application includes them without paging, and each event is compared with all of them. */
const MAX_SUBSCRIPTIONS = 100
/** How long a rotated secret stays valid by default. */
const ROTATION_SECONDS = 86_400

type SubscriptionWork = Work & { secrets: Secrets; outbound: Outbound }

export interface WantedSubscription {
  id: string | undefined
  applicationId: ApplicationId
  url: string
  events: string[]
}

/** The state of a subscription that is neither paused nor disabled and whose receiver is healthy. */
const ACTIVE = {
  paused_at: null,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  failures: 0,
  silences: 0,
  held_until: null,
}

export async function addSubscription(
  work: SubscriptionWork,
  brandId: BrandId,
  published: PublishedEvents,
  wanted: WantedSubscription,
  at?: string,
): Promise<{ subscription: SubscriptionRow; created: boolean }> {
  const given = notedFor(brandId, {
    what: NOTED_AS,
    id: wanted.id,
    find: findSubscription,
    ...pointTo(at, 'id'),
  })
  // A retry returns the stored subscription without validating it again.
  const stored = await findOwn(work.db, given)
  if (stored) return { subscription: stored, created: false }
  refuseEvents(work, published, wanted.events, { listed: [], at })
  await refuseApplication(work.db, brandId, wanted.applicationId, at)
  await refuseUrl(work, wanted.url, at)
  const { row, created } = await reportTakenUrl(work.db, brandId, wanted, at, () =>
    createOnce(work, given, async (work) => {
      const { db, clock, ids } = work
      // The lock makes a concurrent revocation wait, which then removes this subscription too.
      await refuseApplication(db, brandId, wanted.applicationId, at, lockApplicationShared)
      const others = await subscriptionsOfApplications(db, brandId, [wanted.applicationId])
      if (others.length >= MAX_SUBSCRIPTIONS) throw tooManySubscriptions(MAX_SUBSCRIPTIONS, at)
      const now = clock.now()
      const row: SubscriptionRow = {
        brand_id: brandId,
        id: wanted.id ?? ids.next(),
        application_id: wanted.applicationId,
        url: wanted.url,
        events: wanted.events,
        secret_encrypted: work.secrets.encrypt(newSigningSecret()),
        previous_secret_encrypted: null,
        previous_secret_until: null,
        secret_unreadable_since: null,
        ...ACTIVE,
        created_at: now,
        updated_at: now,
      }
      await insertSubscription(db, row)
      await tellOwners(work, { kind: 'brand', brandId }, { kind: 'subscription', address: row.url })
      return row
    }),
  )
  return { subscription: row, created }
}

/** Changes the given attributes only; the signing secret stays the same. */
export async function changeSubscription(
  work: SubscriptionWork,
  brandId: BrandId,
  published: PublishedEvents,
  id: SubscriptionId,
  changes: { url?: string; events?: string[] },
  at?: string,
): Promise<SubscriptionRow> {
  const before = await readSubscription(work.db, brandId, id)
  if (changes.events) refuseEvents(work, published, changes.events, { listed: before.events, at })
  if (changes.url !== undefined && changes.url !== before.url) await refuseUrl(work, changes.url, at)
  if (Object.keys(changes).length === 0) return before
  const applicationId = before.application_id
  const url = changes.url ?? before.url
  const changed = await reportTakenUrl(work.db, brandId, { applicationId, url }, at, () =>
    updateSubscription(work.db, brandId, id, { ...changes, updated_at: work.clock.now() }),
  )
  return changed ?? (await readSubscription(work.db, brandId, id))
}

/** Deletes waiting deliveries too. Finished ones stay in the table until the retention job deletes them. */
export async function removeSubscription(work: Work, brandId: BrandId, id: SubscriptionId): Promise<void> {
  await inTransaction(work, async ({ db: tx }) => {
    if (!(await deleteSubscription(tx, brandId, id))) throw await missingSubscription(tx, id)
    await deleteWaiting(tx, brandId, [id])
  })
}

/** Removes the subscriptions of a revoked application. */
export const endWithApplication: Consumer = async (tx, _platform, events) => {
  for (const { brandId, subjectId } of events) {
    if (brandId === null) continue
    const ids = await deleteSubscriptionsOfApplications(tx, brandId, [subjectId])
    await deleteWaiting(tx, brandId, ids)
  }
}

/**
 * The current secret stays valid together with the new one for a while, unless no key opens it; an earlier one becomes
 * invalid at once. Deliveries that waited because the secret was unreadable are sent.
 */
export async function rotateSigningSecret(
  work: Work & { secrets: Secrets },
  brandId: BrandId,
  id: SubscriptionId,
  overlapSeconds = ROTATION_SECONDS,
): Promise<SubscriptionRow> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, secrets } = work
    const before = await lockSubscription(tx, brandId, id)
    if (!before) throw await missingSubscription(tx, id)
    const overlaps = overlapSeconds > 0 && secrets.open(before.secret_encrypted) !== null
    const until = new Date(clock.now().getTime() + overlapSeconds * 1000)
    const changes = {
      secret_encrypted: secrets.encrypt(newSigningSecret()),
      previous_secret_encrypted: overlaps ? before.secret_encrypted : null,
      previous_secret_until: overlaps ? until : null,
      secret_unreadable_since: null,
      updated_at: clock.now(),
    }
    const changed = await updateSubscription(tx, brandId, id, changes)
    if (before.secret_unreadable_since) await dueBrands.makeDue(tx, [brandId], clock.now())
    await tellOwners(work, { kind: 'brand', brandId }, { kind: 'signing-secret', address: before.url })
    return changed ?? before
  })
}

type ChangeState = (work: Work, brandId: BrandId, id: SubscriptionId) => Promise<SubscriptionRow>

/** New deliveries are stored, and are sent when the subscription is resumed. */
export const pauseSubscription: ChangeState = async ({ db, clock }, brandId, id) => {
  const before = await readSubscription(db, brandId, id)
  if (before.paused_at) return before
  const changes = { paused_at: clock.now(), updated_at: clock.now() }
  return (await updateSubscription(db, brandId, id, changes)) ?? before
}

/** Also enables a disabled subscription, and resets the health of its receiver. */
export const resumeSubscription: ChangeState = (work, brandId, id) =>
  inTransaction(work, async ({ db: tx, clock }) => {
    const changed = await updateSubscription(tx, brandId, id, { ...ACTIVE, updated_at: clock.now() })
    if (!changed) throw await missingSubscription(tx, id)
    await dueBrands.makeDue(tx, [brandId], clock.now())
    return changed
  })

export async function readSubscription(
  db: Queryable,
  brandId: BrandId,
  id: SubscriptionId,
): Promise<SubscriptionRow> {
  const found = await findSubscription(db, brandId, id)
  if (!found) throw await missingSubscription(db, id)
  return found
}

const missingSubscription = async (db: Queryable, id: string) =>
  missing('webhook subscription', id, { exists: (await findSubscriptionOfAnyBrand(db, id)) !== undefined })

/** Reports a forbidden address to the caller, instead of failing each attempt. */
export async function refuseUrl(
  { outbound }: { outbound: Outbound },
  url: string,
  at?: string,
): Promise<void> {
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof TargetRefused) throw urlRefused(error.message, at)
    throw error
  }
}

/** Ended events are accepted if the subscription lists them already, so that clients can send back what they read. */
function refuseEvents(
  { clock }: Work,
  published: PublishedEvents,
  events: readonly string[],
  { listed, at }: { listed: readonly string[]; at: string | undefined },
): void {
  const now = clock.now()
  for (const [index, name] of events.entries()) {
    if (listed.includes(name) || published.isOpen(name, now)) continue
    throw published.find(name) ? eventEnded(name, at, index) : eventUnknown(name, published.names, at, index)
  }
}

async function refuseApplication(
  db: Queryable,
  brandId: BrandId,
  id: ApplicationId,
  at: string | undefined,
  find: typeof findApplication = findApplication,
): Promise<void> {
  const application = await find(db, id)
  const isActive = application !== undefined && application.revoked_at === null
  if (isActive && application.brand_id === brandId) return
  throw missing('application', id, {
    exists: isActive,
    ...(at !== undefined && { pointer: `${at}.relationships.application` }),
  })
}

async function reportTakenUrl<T>(
  db: Queryable,
  brandId: BrandId,
  { applicationId, url }: { applicationId: ApplicationId; url: string },
  at: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'subscriptions_url_key') throw error
    const others = await subscriptionsOfApplications(db, brandId, [applicationId])
    throw urlTaken(others.find((other) => other.url === url)?.id ?? '', at)
  }
}
