/** Adds and removes faults. A signal makes every process reload them. */
import { joinProblems } from '@tradehall/jsonapi'
import type { Static } from 'typebox'
import { type Actor, accountIdOf } from '../../../domain/actor.ts'
import { unknown } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { findApplication } from '../../identity/index.ts'
import { deleteFault, deleteFaults, type FaultRow, insertFault } from './fault-queries.ts'
import type { faultBody } from './fault-resources.ts'

export type NewFault = Static<typeof faultBody>

export async function addFault(platform: Platform, actor: Actor, wanted: NewFault): Promise<FaultRow> {
  refuseContradictions(wanted)
  const { ids, clock } = platform
  const application = await findTarget(platform, actor, wanted.applicationId ?? null)
  const fault: FaultRow = {
    id: ids.next(),
    method: wanted.method ?? null,
    path: wanted.path ?? '*',
    status: wanted.status ?? null,
    delay_ms: wanted.delayMs ?? 0,
    share: wanted.share ?? 1,
    remaining: wanted.count ?? null,
    created_at: clock.now(),
    application_id: application?.id ?? null,
    client_id: application?.client_id ?? null,
    retry_after: wanted.retryAfter ?? null,
    errors: wanted.errors ?? 1,
    disconnect: wanted.disconnect ?? null,
    expire_tokens: wanted.expireTokens ?? false,
    unknowns: wanted.unknowns ?? false,
    marker: wanted.marker ?? null,
  }
  await change(platform, (tx) => insertFault(tx, fault))
  return fault
}

export async function removeFaults(platform: Platform): Promise<void> {
  await change(platform, deleteFaults)
}

export async function removeFault(platform: Platform, id: string): Promise<void> {
  await change(platform, async (tx) => {
    if (!(await deleteFault(tx, id))) throw unknown('fault', id)
  })
}

async function change({ db, signals }: Platform, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await db.begin(async (tx) => {
    await work(tx)
    await signals.raise(tx, 'faults')
  })
  await signals.refresh()
}

function refuseContradictions(wanted: NewFault): void {
  const { status, delayMs, disconnect, expireTokens, unknowns, marker } = wanted
  const alters = unknowns === true || marker !== undefined
  const strikes =
    status !== undefined || delayMs !== undefined || disconnect !== undefined || expireTokens === true
  if (!alters && !strikes) {
    throw unprocessable(
      'A fault needs at least one of status, delayMs, disconnect, expireTokens, unknowns and marker.',
      { pointer: 'status' },
    )
  }
  const rules: [isBroken: boolean, pointer: keyof NewFault, detail: string][] = [
    [
      status !== undefined && disconnect !== undefined,
      'disconnect',
      'A closed connection has no status: send disconnect or status.',
    ],
    [
      expireTokens === true && (status !== undefined || disconnect !== undefined),
      'expireTokens',
      'An expired token is answered with its own 401: send expireTokens without status and disconnect.',
    ],
    [
      wanted.retryAfter !== undefined && status === undefined,
      'retryAfter',
      'Retry-After belongs to a failure: send a status with it.',
    ],
    [
      wanted.errors !== undefined && status === undefined,
      'errors',
      'Errors belong to a failure: send a status with them.',
    ],
    [
      unknowns === true && strikes,
      'unknowns',
      'Unknown members are for requests that succeed: set a fault of its own for the failure or the delay.',
    ],
    [
      marker !== undefined && strikes,
      'marker',
      'A marker is for requests that succeed: set a fault of its own for the failure or the delay.',
    ],
  ]
  const problems = rules
    .filter(([isBroken]) => isBroken)
    .map(([, pointer, detail]) => unprocessable(detail, { pointer }))
  if (problems.length > 0) throw joinProblems(problems)
}

/** The application must be one of the caller's account; the operator may name any. */
async function findTarget({ db }: Platform, { account }: Actor, id: string | null) {
  if (id === null) return null
  const found = await findApplication(db, id)
  const owner = accountIdOf(account)
  if (found && (owner === null || owner === (found.brand_id ?? found.retailer_id))) return found
  throw unprocessable(`Your account has no application ${id}.`, { pointer: 'applicationId' })
}
