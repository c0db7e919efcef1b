import type { Subscription } from '../api/integrations-queries.ts'
import { words } from '../words/index.ts'
import { State, type Tone } from './state.tsx'

const { states } = words.integrations.webhooks

type Health = Pick<Subscription['attributes'], 'pausedAt' | 'disabledAt' | 'failingSince'>

const TONES: Record<string, Tone> = { active: 'good', failing: 'bad', paused: 'wait', disabled: 'bad' }

export function webhookStateOf({ pausedAt, disabledAt, failingSince }: Health) {
  if (disabledAt) return 'disabled'
  if (pausedAt) return 'paused'
  return failingSince ? 'failing' : 'active'
}

export function WebhookState({ webhook }: { webhook: Health }) {
  const state = webhookStateOf(webhook)
  return <State tone={TONES[state] ?? 'info'}>{states[state] ?? state}</State>
}
