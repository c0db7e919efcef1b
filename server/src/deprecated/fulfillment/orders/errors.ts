import { type Problem, problem } from '@tradehall/jsonapi'
import type { FulfillmentCommand, FulfillmentStatus } from './move-table.ts'

interface MoveProblems<Status, Command> {
  notPossible: (
    order: { id: string; status: Status },
    command: Command,
    from: readonly (Status | null)[],
  ) => Problem
  notReachable: (order: { id: string; status: Status }, to: Status) => Problem
}

/** The problems of a move table: a move that the status does not allow, and a status that no move leads to. */
export function moveProblems<Status extends string, Command extends string>(
  code: string,
  what: string,
): MoveProblems<Status, Command> {
  const moveFailed = problem(
    code,
    409,
    'Conflict',
    `The status of the ${what} does not allow it; \`meta\` has it.`,
  )
  return {
    notPossible: ({ id, status }, command, from) =>
      moveFailed(
        `The ${what} ${id} is in ${status}, and ${command} is possible in ${from.join(', ')} only.`,
        {
          meta: { status, possibleIn: from },
        },
      ),
    notReachable: ({ id, status }, to) =>
      moveFailed(`The ${what} ${id} is in ${status}, from where it cannot come to ${to}.`, {
        meta: { status },
      }),
  }
}

export const fulfillmentMoveProblems = moveProblems<FulfillmentStatus, FulfillmentCommand>(
  'FULFILLMENT_ORDER_ACTION_FAILED',
  'fulfillment order',
)
