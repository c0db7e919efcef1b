/** Fault injection: delays, errors, or both, for a share of the requests to a path. */
import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import type { Http } from '../../http/http.ts'
import { realNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/index.ts'
import { deleteFaults, type FaultRow, insertFault, listFaults, useFault } from './queries.ts'

export interface NewFault {
  path?: string
  method?: string
  status?: number
  delayMs?: number
  share?: number
  count?: number
}

export async function addFault({ db, ids, clock, signals }: Platform, wanted: NewFault): Promise<FaultRow> {
  const fault: FaultRow = {
    id: ids.next(),
    method: wanted.method ?? null,
    path: wanted.path ?? '*',
    status: wanted.status ?? null,
    delay_ms: wanted.delayMs ?? 0,
    share: wanted.share ?? 1,
    remaining: wanted.count ?? null,
    created_at: clock.now(),
  }
  await db.begin(async (tx) => {
    await insertFault(tx, fault)
    await signals.raise(tx, 'faults')
  })
  await signals.refresh()
  return fault
}

export async function removeFaults({ db, signals }: Platform): Promise<void> {
  await db.begin(async (tx) => {
    await deleteFaults(tx)
    await signals.raise(tx, 'faults')
  })
  await signals.refresh()
}

/** Applies the faults in this process. Documents, health and `/api/testing` itself are never affected. */
export function injectFaults({ app, platform }: Http): void {
  const { db, signals } = platform
  let faults: FaultRow[] = []
  signals.on('faults', async () => {
    faults = await listFaults(db)
  })
  // Synchronous without faults, as every request passes here.
  app.addHook('onRequest', (request, _reply, done) => (faults.length === 0 ? done() : applyFaults(request)))

  async function applyFaults(request: FastifyRequest): Promise<void> {
    if (!isTarget(request)) return
    const fault = faults.find((candidate) => matches(candidate, request) && Math.random() < candidate.share)
    if (!fault || (fault.remaining !== null && !(await useFault(db, fault.id)))) return
    if (fault.delay_ms > 0) await wait(fault.delay_ms)
    if (fault.status !== null) throw injected(fault, platform)
  }
}

function isTarget({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.config.operation !== undefined && !url.startsWith('/api/testing/')
}

function matches({ path, method }: FaultRow, request: FastifyRequest): boolean {
  if (method !== null && method !== request.method) return false
  const requestedPath = request.url.split('?', 1)[0] ?? ''
  return path.endsWith('*') ? requestedPath.startsWith(path.slice(0, -1)) : requestedPath === path
}

function injected({ id, status }: FaultRow, { clock }: Platform) {
  // Rate limits use real time, so this header does too.
  const now = Math.ceil(realNow(clock).getTime() / 1000)
  return problem(
    null,
    status as number,
    'Injected fault',
  )('A fault of the sandbox made this request fail.', {
    meta: { faultId: id },
    ...(status === 429 && { headers: { 'retry-after': '1', 'x-ratelimit-reset': String(now + 1) } }),
  })
}
