import { useRealNow, useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

interface WhenProps {
  at: string
  /** The sentence that it is part of. */
  says?: (when: string) => string
}

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export const When = (props: WhenProps) => <Ago {...props} now={useServerNow()} />

/**
 * For what has happened in real time, whatever the sandbox does to its clock. What the server has just recorded is not ahead of a
 * browser that has read its time a moment ago.
 */
export const RealWhen = (props: WhenProps) => (
  <Ago {...props} now={Math.max(useRealNow(), Date.parse(props.at))} />
)

const Ago = ({ at, says = (when) => when, now }: WhenProps & { now: number }) => (
  <span title={formatDateTime(at)}>{says(formatRelative(at, now))}</span>
)
