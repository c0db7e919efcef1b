import { type Problem, problem } from '@tradehall/jsonapi'
import type { ExternalCommand, ExternalStatus } from './move-table.ts'

const moveFailed = problem('EXTERNAL_ORDER_ACTION_FAILED', 409, 'Conflict')

export const externalMoveFailed = (
  { id, status }: { id: string; status: ExternalStatus },
  command: ExternalCommand,
  from: readonly (ExternalStatus | null)[],
): Problem =>
  moveFailed(`The order ${id} is in ${status}, and ${command} is possible in ${from.join(', ')} only.`, {
    meta: { status, possibleIn: from },
  })

export const externalNotReachable = (
  { id, status }: { id: string; status: ExternalStatus },
  to: ExternalStatus,
): Problem =>
  moveFailed(`The order ${id} is in ${status}, from where it cannot come to ${to}.`, { meta: { status } })
