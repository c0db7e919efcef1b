/** What may be done with something next, as the server judges it. */
import { sentenceOf } from '../api/errors.ts'
import { words } from '../words/index.ts'

interface NextAction {
  action: string
  possible: boolean
  code: string | null
  meta: Readonly<Record<string, unknown>> | null
  isOver: boolean
}

/** Those whose time is not past. */
export const open = <Action extends NextAction>(actions: readonly Action[]): Action[] =>
  actions.filter(({ isOver }) => !isOver)

/** Why it is not possible yet; undefined if it is. */
export function whyNot(next: NextAction | undefined): string | undefined {
  if (!next || next.possible) return undefined
  const { action, code, meta } = next
  const isForLater = meta?.possibleIn !== undefined
  return (
    (isForLater ? words.orders.later[action] : undefined) ??
    sentenceOf({ status: '409', ...(code !== null && { code }), ...(meta && { meta }) })
  )
}
