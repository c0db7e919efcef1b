import { moveProblems } from '../fulfillment/index.ts'
import type { ExternalCommand, ExternalStatus } from './move-table.ts'

export const externalMoveProblems = moveProblems<ExternalStatus, ExternalCommand>(
  'EXTERNAL_ORDER_ACTION_FAILED',
  'order',
)
