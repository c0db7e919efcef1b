import { useRealNow, useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

interface WhenProps {
  at: string
  /** The sentence that it is part of. */
  says?: (when: string) => string
}

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export const When = (props: WhenProps) => <Ago {...props} now={useServerNow()} />

/** For what happens in real time, whatever the sandbox does to its clock. */
export const RealWhen = (props: WhenProps) => <Ago {...props} now={useRealNow()} />

const Ago = ({ at, says = (when) => when, now }: WhenProps & { now: number }) => (
  <span title={formatDateTime(at)}>{says(formatRelative(at, now))}</span>
)
