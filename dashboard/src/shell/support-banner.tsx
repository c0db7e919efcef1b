/** Says on every page of a support session who views as which brand, why and how long still. It cannot be dismissed. */
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import type { Known } from '@tradehall/client'
import { useEffect } from 'react'
import { messageOf } from '../api/errors.ts'
import { sessionQuery } from '../api/queries.ts'
import { useSecond } from '../api/server-time.ts'
import { beginAnew } from '../api/session-switch.ts'
import { endSupport } from '../api/support-queries.ts'
import { formatSpan } from '../parts/time.ts'
import { paths } from '../paths.ts'
import { words } from '../words/index.ts'
import styles from './support-banner.module.css'

const { bar: text } = words.support

export function SupportBanner() {
  const { data: session, dataUpdatedAt } = useSuspenseQuery(sessionQuery)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => endSupport(session.id) })
  const { support, user, account } = session.attributes
  if (!support) return null
  return (
    <section className={styles.bar} aria-label={text.label} data-access={support.access}>
      {/* Without the time, which would be announced again and again. */}
      <p role="status">
        {/* What is most important stands first, as names and reasons may be long. */}
        <b>{text[support.access as Known<typeof support.access>]}</b>
        {' · '}
        {text.viewing(`${user.firstName} ${user.lastName}`, account.name)}
        {' · '}
        {text.reason(support.reason)}
      </p>
      <TimeLeft endsAt={dataUpdatedAt + support.secondsLeft * 1000} />
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        {text.end}
      </button>
      {error && <p role="alert">{messageOf(error)}</p>}
    </section>
  )
}

/** By the clock of this machine, since the server said how many seconds are left. */
function TimeLeft({ endsAt }: { endsAt: number }) {
  const now = useSecond()
  const seconds = Math.ceil((endsAt - now) / 1000)
  const isOver = seconds <= 0
  useEffect(() => {
    if (isOver) beginAnew(paths.supportEnded)
  }, [isOver])
  // Never more than there is: 59 minutes and 59 seconds are 59 minutes.
  const shown = seconds >= 60 ? seconds - (seconds % 60) : Math.max(0, seconds)
  return <span>{text.left(formatSpan(shown))}</span>
}
