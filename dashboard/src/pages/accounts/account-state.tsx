import { State } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const { states } = words.accounts

export const AccountState = ({ suspendedAt }: { suspendedAt: string | null | undefined }) => (
  <State tone={suspendedAt ? 'bad' : 'good'}>{suspendedAt ? states.suspended : states.active}</State>
)
