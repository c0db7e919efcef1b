/** Which requests a fault hits, and how they fail. */
import { joinProblems, type Problem, problem } from '@tradehall/jsonapi'
import type { Claim } from '../claims.ts'
import type { FaultRow } from './fault-queries.ts'

/** The parts of a request that decide whether a fault hits it. */
export interface Asked {
  method: string
  path: string
  claim: Pick<Claim, 'applicationId' | 'tokenId'>
  /** The client id of a token request. */
  clientId: string | null
}

/** An altering fault changes successful responses. All matching ones apply, but at most one of the other faults. */
export const isAltering = ({ unknowns, marker }: FaultRow): boolean => unknowns || marker !== null

export function matches(fault: FaultRow, { method, path, claim, clientId }: Asked): boolean {
  if (fault.method !== null && fault.method !== method) return false
  if (!isAt(fault.path, path)) return false
  if (fault.application_id !== null && !isOf(fault, claim, clientId)) return false
  return !fault.expire_tokens || isOlder(claim.tokenId, fault)
}

const isAt = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern

const isOf = (
  { application_id, client_id }: FaultRow,
  { applicationId }: Asked['claim'],
  clientId: string | null,
) => applicationId === application_id || (clientId !== null && clientId === client_id)

/** Ids of tokens and faults come from one clock and are ordered by time. */
const isOlder = (tokenId: string | null, { id }: FaultRow) => tokenId !== null && tokenId < id

/** `realMs` is real time: rate limits use it, so the headers of a failure do too. */
export function injectedProblem({ id, status, errors, retry_after }: FaultRow, realMs: number): Problem {
  const seconds = retry_after ?? (status === 429 ? 1 : null)
  const kind = problem(null, status as number, 'Injected fault')
  const headers = {
    ...(seconds !== null && { 'retry-after': String(seconds) }),
    ...(status === 429 && { 'x-ratelimit-reset': String(Math.ceil(realMs / 1000) + (seconds ?? 0)) }),
  }
  return joinProblems(details(errors).map((detail) => kind(detail, { meta: { faultId: id }, headers })))
}

/** Several errors have different details, which shows whether a client has read all of them. */
function details(count: number): string[] {
  const detail = 'A fault of the sandbox made this request fail.'
  if (count === 1) return [detail]
  return Array.from({ length: count }, (_, i) => `${detail} Error ${i + 1} of ${count}.`)
}
