/** The columns of discount rules. */

import { Link } from '@tanstack/react-router'
import type { DiscountRule } from '../../api/discounts-queries.ts'
import { State, type Tone } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { discounts: text } = words.accounts
export type RuleRow = Pick<DiscountRule, 'id' | 'attributes'>

const stateOf = ({ startsAt, endsAt }: RuleRow['attributes'], now: number): keyof typeof text.states => {
  if (Date.parse(startsAt) > now) return 'planned'
  return endsAt && Date.parse(endsAt) <= now ? 'ended' : 'active'
}
const TONES: Record<keyof typeof text.states, Tone> = { active: 'good', planned: 'info', ended: 'wait' }

function periodOf({ startsAt, endsAt }: RuleRow['attributes']): string {
  // Both are moments: the day alone would say that a rule which ends at its beginning applies on it.
  return endsAt
    ? text.fromUntil(formatDateTime(startsAt), formatDateTime(endsAt))
    : text.from(formatDateTime(startsAt))
}

/** `now` is the time of the server. */
export const ruleColumns = (now: number, { hasBrand }: { hasBrand: boolean }): Column<RuleRow>[] => [
  {
    key: 'name',
    title: text.name,
    cell: ({ id, attributes: { name, brandName, retailerSegment } }) => (
      <>
        <Link
          to={paths.discounts}
          search={((old: object) => ({ ...old, dialog: 'edit', rule: id })) as never}
        >
          {name}
        </Link>
        <small>
          {[hasBrand && brandName, retailerSegment ?? text.everybody].filter(Boolean).join(' · ')}
        </small>
      </>
    ),
  },
  {
    key: 'rate',
    title: text.rateColumn,
    kind: 'number',
    cell: ({ attributes: { ratePercent = 0 } }) => text.rateOf(ratePercent),
  },
  {
    key: 'period',
    title: text.period,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => periodOf(attributes),
  },
  {
    key: 'state',
    title: text.state,
    kind: 'fit',
    wide: true,
    cell: ({ attributes }) => {
      const state = stateOf(attributes, now)
      return <State tone={TONES[state]}>{text.states[state]}</State>
    },
  },
]
