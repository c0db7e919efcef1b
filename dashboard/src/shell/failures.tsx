/** Recent failures, from the poll. */
import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { isBrand } from '../access.ts'
import { useActivity } from '../api/activity.ts'
import { useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from '../parts/time.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { FailuresButton } from './failures-button.tsx'
import styles from './shell.module.css'

interface FailureLinkProps {
  type: string
  id: string
  onClick: () => void
  children: string
}

/** Where it can be repaired. */
function FailureLink({ type, id, ...link }: FailureLinkProps) {
  const session = useSession()
  if (type === 'webhook-subscriptions') {
    return isBrand(session) ? (
      <Link to={paths.deliveries} search={{ subscription: id }} {...link} />
    ) : (
      <Link to={paths.endpoint} params={{ subscriptionId: id }} {...link} />
    )
  }
  if (type === 'jobs') return <Link to={paths.jobs} {...link} />
  if (type === 'parked-events') return <Link to={paths.jobs} search={{ tab: 'events' }} {...link} />
  return link.children
}

export function Failures({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const failures = useActivity().data?.attributes.failures ?? []
  const now = useServerNow()
  const [isOpen, { close, toggle }] = useDisclosure(isOpenAtFirst)
  return (
    <Popover position="bottom-start" trapFocus returnFocus opened={isOpen} onDismiss={close}>
      <Popover.Target>
        <FailuresButton onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={words.failures.title}>
        <div className={styles.failures}>
          <h2>{words.failures.title}</h2>
          {failures.length === 0 && <p>{words.failures.none}</p>}
          <ul>
            {failures.map(({ id, type, sentence, since }) => (
              <li key={id}>
                <FailureLink type={type} id={id} onClick={close}>
                  {sentence}
                </FailureLink>
                <small title={formatDateTime(since)}>
                  {words.failures.began(formatRelative(since, now))}
                </small>
              </li>
            ))}
          </ul>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
