/** One webhook: how its receiver is doing, what was sent last, and the code of a receiver. */

import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayManageApps } from '../../access.ts'
import {
  healthOfQuery,
  newestDeliveriesQuery,
  type Subscription,
  subscriptionQuery,
} from '../../api/integrations-queries.ts'
import { applicationsQuery } from '../../api/queries.ts'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { createdColumn, hostAndPath, resultColumn, stateColumn } from '../../parts/delivery-parts.tsx'
import { Problem } from '../../parts/form.tsx'
import { Columns, Empty, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { Table } from '../../parts/table.tsx'
import { formatDate, formatDateTime } from '../../parts/time.ts'
import { WebhookState, webhookStateOf } from '../../parts/webhook-state.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { ownEventColumn } from './delivery-link.tsx'
import { HealthBars } from './health-bars.tsx'
import styles from './integrations.module.css'
import { RECEIVER_SAMPLES } from './receiver-samples.ts'
import { LANGUAGES } from './search-parameters.ts'
import { WebhookDialogs } from './webhook-dialogs.tsx'
import { useSwitch, WebhookMenu } from './webhook-menu.tsx'

const { webhooks: text, title: integrations } = words.integrations
const route = getRouteApi('/shell/integrations/webhooks/$subscriptionId')

export function WebhookPage() {
  const { subscriptionId } = route.useParams()
  const { data: webhook } = useSuspenseQuery(subscriptionQuery(subscriptionId))
  const { dialog, language } = route.useSearch()
  const navigate = route.useNavigate()
  const { mutate, isPending, error } = useSwitch(subscriptionId)
  const { attributes } = webhook
  const state = webhookStateOf(attributes)
  const isStopped = state === 'paused' || state === 'disabled'
  const kept = { ...(language && { language }) }
  return (
    <>
      <PageHeader
        title={hostAndPath(attributes.url)}
        trail={
          <>
            {integrations} / <Link to={paths.webhooks}>{text.title}</Link>
          </>
        }
        state={<WebhookState webhook={attributes} />}
        actions={
          <>
            {isStopped ? (
              <Button variant="filled" loading={isPending} onClick={() => mutate('resume')}>
                {text.resume}
              </Button>
            ) : (
              <Button variant="filled" onClick={() => void navigate({ search: { ...kept, dialog: 'test' } })}>
                {text.test}
              </Button>
            )}
            <WebhookMenu
              webhook={webhook}
              open={(dialog) => void navigate({ search: { ...kept, dialog } })}
            />
          </>
        }
      />
      <Problem error={error} />
      {state === 'paused' && <p className={styles.wait}>{text.pausedNote}</p>}
      {state === 'unreadable' && <Problem>{text.unreadableNote}</Problem>}
      {state === 'disabled' && <Problem>{text.disabledNote(attributes.disabledReason ?? '')}</Problem>}
      <Columns aside={<About webhook={webhook} />}>
        <Health id={subscriptionId} />
        <Newest id={subscriptionId} />
        <Receiver />
      </Columns>
      <WebhookDialogs
        search={{ ...(dialog && { dialog }), webhook: subscriptionId }}
        onClose={() => void navigate({ search: kept })}
        onRemoved={() => void navigate({ to: paths.webhooks })}
      />
    </>
  )
}

function Health({ id }: { id: string }) {
  const { data: health } = useQuery(healthOfQuery(id))
  const median = health?.attributes.periods.at(-1)?.medianMs
  return (
    <Section title={text.health}>
      {health && <HealthBars health={health} size="large" />}
      {health && <small>{median === undefined ? text.noAttempts : text.median(median)}</small>}
    </Section>
  )
}

function Newest({ id }: { id: string }) {
  const { data, error } = useQuery(newestDeliveriesQuery(id))
  const all = (
    <Link to={paths.deliveries} search={{ subscription: id }}>
      {text.all}
    </Link>
  )
  return (
    <Section title={text.newest} actions={all}>
      <Table
        label={text.newest}
        columns={[ownEventColumn, stateColumn, resultColumn, createdColumn]}
        rows={data}
        error={error}
        idOf={({ id }) => id}
        empty={<Empty>{text.noDeliveries}</Empty>}
      />
    </Section>
  )
}

function Receiver() {
  const { language = 'node' } = route.useSearch()
  return (
    <div id="receiver">
      <Section title={text.code} hint={text.codeHint}>
        <nav className={styles.languages} aria-label={text.languages}>
          {LANGUAGES.map((one) => (
            <Link
              key={one}
              to="."
              search={{ language: one }}
              replace
              resetScroll={false}
              aria-current={one === language ? 'true' : undefined}
            >
              {RECEIVER_SAMPLES[one].name}
            </Link>
          ))}
        </nav>
        <Code label={RECEIVER_SAMPLES[language].name} text={RECEIVER_SAMPLES[language].code} />
      </Section>
    </div>
  )
}

function About({ webhook: { attributes, relationships } }: { webhook: Subscription }) {
  const session = useSession()
  const { data: apps } = useQuery({ ...applicationsQuery, enabled: mayManageApps(session) })
  const app = apps?.find(({ id }) => id === relationships?.application?.data?.id)
  return (
    <>
      <Section title={text.about}>
        <Properties
          items={[
            ...(app ? [[text.app, app.attributes.name] as const] : []),
            [text.created, formatDate(attributes.createdAt)],
            [text.secret, <Secret key="secret" webhook={attributes} />],
          ]}
        />
        {attributes.previousSigningSecretUntil && (
          <small>{text.oldSecretUntil(formatDateTime(attributes.previousSigningSecretUntil))}</small>
        )}
      </Section>
      <Section title={text.events}>
        <ul className={styles.names}>
          {attributes.events.map((event) => (
            <li key={event}>{event}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** Hidden from those who look over the shoulder. */
function Secret({ webhook }: { webhook: Subscription['attributes'] }) {
  const [isShown, setIsShown] = useState(false)
  const { signingSecret: secret, secretUnreadableSince } = webhook
  if (secretUnreadableSince) return <small>{text.secretUnreadable}</small>
  if (secret === null) return <small>{text.secretHidden}</small>
  if (!isShown) {
    return (
      <Button size="xs" onClick={() => setIsShown(true)}>
        {text.showSecret}
      </Button>
    )
  }
  return (
    <span className={styles.secret}>
      <code>{secret}</code>
      <CopyButton text={secret} label={text.copySecret} />
    </span>
  )
}
