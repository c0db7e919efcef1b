import { State, type Tone } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const TONES: Record<string, Tone> = {
  ankor_confirmed: 'wait',
  rejected: 'bad',
  reception_refused: 'bad',
  cancelled: 'bad',
  received: 'good',
  invoiced: 'good',
  brand_paid: 'good',
}

export const PurchaseState = ({ status }: { status: string }) => (
  <State tone={TONES[status] ?? 'info'}>{words.purchases.statuses[status] ?? status}</State>
)
