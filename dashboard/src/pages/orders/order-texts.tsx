/** What both pages of orders say in the same way. */
import { useServerNow } from '../../api/server-time.ts'
import { State, type Tone } from '../../parts/state.tsx'
import { formatDateTime, formatSpan } from '../../parts/time.ts'
import { LOCALE, words } from '../../words/index.ts'

const TONES: Record<string, Tone> = {
  ankor_confirmed: 'wait',
  brand_confirmed: 'wait',
  rejected: 'bad',
  reception_refused: 'bad',
  cancelled: 'bad',
  received: 'good',
  invoiced: 'good',
  brand_paid: 'good',
}

export const OrderState = ({ status }: { status: string }) => (
  <State tone={TONES[status] ?? 'info'} value={status}>
    {words.orders.statuses[status] ?? status}
  </State>
)

/** How long an order waits, by the clock of the server. */
export function Waiting({
  since,
  sentence = (span) => span,
}: {
  since: string
  sentence?: (span: string) => string
}) {
  const seconds = Math.max(0, (useServerNow() - new Date(since).getTime()) / 1000)
  return <span title={formatDateTime(since)}>{sentence(formatSpan(seconds))}</span>
}

const regions = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' })
export const countryName = (code: string | null | undefined) => (code ? regions.of(code) : undefined)

export const placeOf = (city: string | null | undefined, country: string | null | undefined) =>
  [city, countryName(country)].filter(Boolean).join(', ')

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
/** A day without a time, such as an expected shipping date: the same in every time zone. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00`))
