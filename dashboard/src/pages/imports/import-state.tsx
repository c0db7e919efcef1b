/** The status of an operation in words. */
import type { ListedOperation } from '../../api/imports-queries.ts'
import { State, type Tone } from '../../parts/state.tsx'
import { words } from '../../words/index.ts'

const { imports: text } = words

const TONES: Record<string, Tone> = {
  created: 'wait',
  pending: 'wait',
  started: 'info',
  skipped: 'info',
  succeeded: 'good',
  partially_failed: 'bad',
  failed: 'bad',
  cancelled: 'info',
}

type Shown = Pick<ListedOperation, 'meta'> & { attributes: { status: string } }

export function ImportState({ operation: { attributes, meta } }: { operation: Shown }) {
  const { status } = attributes
  const isStopping = status === 'started' && meta?.cancelRequestedAt
  return (
    <State tone={TONES[status] ?? 'info'}>
      {isStopping ? text.stopping : (text.statuses[status] ?? status)}
    </State>
  )
}
