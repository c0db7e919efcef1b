import { State, type Tone } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const TONES: Record<string, Tone> = { paid: 'good', failed: 'bad', canceled: 'bad' }

export const PayoutState = ({ status }: { status: string }) => (
  <State tone={TONES[status] ?? 'wait'}>{words.money.payouts.statuses[status] ?? status}</State>
)
