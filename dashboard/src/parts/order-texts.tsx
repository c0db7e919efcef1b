/** What all pages of orders say in the same way. */
import { useServerNow } from '../api/server-time.ts'
import { LOCALE, words } from '../words/index.ts'
import { State, type Tone } from './state.tsx'
import { formatAge, formatDateTime } from './time.ts'

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

interface OrderStateProps {
  status: string
  /** The statuses as the viewer sees them; those of a brand if they are left out. */
  statuses?: Readonly<Record<string, string>>
}

export const OrderState = ({ status, statuses = words.orders.statuses }: OrderStateProps) => (
  <State tone={TONES[status] ?? 'info'}>{statuses[status] ?? status}</State>
)

/** How long an order waits, by the clock of the server. */
export function Waiting({
  since,
  sentence = (span) => span,
}: {
  since: string
  sentence?: (span: string) => string
}) {
  const seconds = (useServerNow() - new Date(since).getTime()) / 1000
  return <span title={formatDateTime(since)}>{sentence(formatAge(seconds))}</span>
}

const regions = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' })
export const countryName = (code: string | null | undefined) => (code ? regions.of(code) : undefined)

export const placeOf = (city: string | null | undefined, country: string | null | undefined) =>
  [city, countryName(country)].filter(Boolean).join(', ')
