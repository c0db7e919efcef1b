import type { Subscription } from '../api/integrations-queries.ts'
import { words } from '../words/index.ts'
import { State, type Tone } from './state.tsx'

const { states } = words.integrations.webhooks

type Health = Pick<
  Subscription['attributes'],
  'pausedAt' | 'disabledAt' | 'failingSince' | 'secretUnreadableSince'
>

const TONES: Record<string, Tone> = {
  active: 'good',
  failing: 'bad',
  paused: 'wait',
  disabled: 'bad',
  unreadable: 'bad',
}

export function webhookStateOf({ pausedAt, disabledAt, failingSince, secretUnreadableSince }: Health) {
  if (disabledAt) return 'disabled'
  if (pausedAt) return 'paused'
  if (secretUnreadableSince) return 'unreadable'
  return failingSince ? 'failing' : 'active'
}

export function WebhookState({ webhook }: { webhook: Health }) {
  const state = webhookStateOf(webhook)
  return <State tone={TONES[state] ?? 'info'}>{states[state] ?? state}</State>
}
