/** The dialogs of webhooks. They stay open with the reason when the API refuses. */
import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import {
  COUNTED_WAITING,
  deliveryQuery,
  eventsQuery,
  type Subscription,
  type WebhookEvent,
  waitingDeliveriesQuery,
} from '../../api/integrations-queries.ts'
import { applicationsQuery, subscriptionsQuery } from '../../api/queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Confirmation } from '../../parts/confirmation.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { reasonOf } from '../../parts/delivery-parts.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import { formatDate } from '../../parts/time.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './integrations.module.css'
import type { WebhooksSearch } from './search.ts'

const { webhooks: text } = words.integrations

interface DialogProps {
  onClose: () => void
}
type Webhook = Pick<Subscription, 'id' | 'attributes'>

interface WebhookDialogsProps extends DialogProps {
  search: WebhooksSearch
  onRemoved?: () => void
}

export function WebhookDialogs({ search: { dialog, webhook: id }, onClose, onRemoved }: WebhookDialogsProps) {
  const { data } = useQuery(subscriptionsQuery)
  const [secret, setSecret] = useState<string>()
  const webhook = data?.find((one) => one.id === id)
  const issue = (issued: string) => {
    setSecret(issued)
    onClose()
  }
  return (
    <>
      {dialog === 'create' && <CreateDialog onIssued={issue} onClose={onClose} />}
      {dialog === 'edit' && webhook && <EditDialog webhook={webhook} onClose={onClose} />}
      {dialog === 'test' && webhook && <TestDialog webhook={webhook} onClose={onClose} />}
      {dialog === 'rotate' && webhook && (
        <RotateDialog webhook={webhook} onIssued={issue} onClose={onClose} />
      )}
      {dialog === 'remove' && webhook && (
        <RemoveDialog webhook={webhook} onClose={onClose} onRemoved={onRemoved ?? onClose} />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

const useRefresh = () => {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['webhook-subscriptions', 'webhook-deliveries'].map((type) =>
        queryClient.invalidateQueries({ queryKey: [type] }),
      ),
    )
}

interface IssuingProps extends DialogProps {
  onIssued: (secret: string) => void
}

function CreateDialog({ onIssued, onClose }: IssuingProps) {
  const refresh = useRefresh()
  const { data: apps } = useQuery(applicationsQuery)
  if (!apps) return null
  if (apps.length === 0) {
    return (
      <Dialog title={text.createTitle} onClose={onClose}>
        <p>{text.noApps}</p>
        <Buttons>
          <Link to={paths.apps} search={{ dialog: 'create' }}>
            {words.apps.create}
          </Link>
        </Buttons>
      </Dialog>
    )
  }
  return (
    <WebhookForm
      title={text.createTitle}
      submitWord={text.create}
      apps={apps.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      events={[]}
      onClose={onClose}
      submit={async ({ app, url, events }) => {
        const { data } = await send(() =>
          client.request('POST', '/api/v1/webhook-subscriptions', {
            body: {
              data: {
                type: 'webhook-subscriptions',
                attributes: { url, events: events as never },
                relationships: { application: { data: { type: 'applications', id: app } } },
              },
            },
          }),
        )
        await refresh()
        onIssued(data.attributes.signingSecret ?? '')
      }}
    />
  )
}

function EditDialog({ webhook: { id, attributes }, onClose }: DialogProps & { webhook: Webhook }) {
  const refresh = useRefresh()
  return (
    <WebhookForm
      title={text.editTitle}
      submitWord={text.save}
      url={attributes.url}
      events={attributes.events}
      onClose={onClose}
      submit={async ({ url, events }) => {
        await send(() =>
          client.request('PATCH', '/api/v1/webhook-subscriptions/{webhookSubscription}', {
            path: { webhookSubscription: id },
            body: {
              data: { type: 'webhook-subscriptions', id, attributes: { url, events: events as never } },
            },
          }),
        )
        await refresh()
        onClose()
      }}
    />
  )
}

interface WebhookFormProps extends DialogProps {
  title: string
  submitWord: string
  /** Absent where the app cannot be chosen any more. */
  apps?: { value: string; label: string }[]
  url?: string
  events: readonly string[]
  submit: (values: { app: string; url: string; events: string[] }) => Promise<void>
}

function WebhookForm({ title, submitWord, apps, url = '', events, submit, onClose }: WebhookFormProps) {
  const [chosen, setChosen] = useState([...events])
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <Form submit={({ app = '', url = '' }) => submit({ app, url: url.trim(), events: chosen })}>
        {({ isPending, errorOf }) => (
          <>
            {apps && <NativeSelect name="app" label={text.app} data={apps} />}
            <UrlField url={url} error={errorOf('url')} />
            <EventChoices listed={events} chosen={chosen} onChange={setChosen} error={errorOf('events')} />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending} disabled={chosen.length === 0}>
                {submitWord}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** Checked when it is left, so that a typing error shows before anything is sent to it. */
function UrlField({ url, error }: { url: string; error: string | undefined }) {
  const check = useMutation({
    mutationFn: (checked: string) =>
      send(
        async () =>
          (
            await client.request('POST', '/api/v1/webhook-subscriptions/-actions/check-url', {
              body: { data: { type: 'webhook-subscriptions', attributes: { url: checked } } },
            })
          ).meta,
      ),
  })
  const { result, detail } = check.data ?? {}
  const refused = result === 'not-allowed' ? (detail ?? undefined) : undefined
  const failure = check.error ? messageOf(check.error) : undefined
  const problem = error ?? refused ?? failure
  return (
    <div>
      <TextInput
        name="url"
        type="url"
        label={text.url}
        description={IS_SANDBOX ? text.urlHintSandbox : text.urlHint}
        defaultValue={url}
        error={problem}
        placeholder="https://"
        autoComplete="off"
        required
        data-autofocus
        onInput={() => check.reset()}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim()
          if (typed !== '' && typed !== url && typed !== check.variables) check.mutate(typed)
        }}
      />
      {/* Its line is always there: what lies below must not move while it is clicked. */}
      <div
        role="status"
        className={`${styles.checked} ${result === 'unreachable' ? styles.wait : styles.good}`}
        data-replaced={problem ? true : undefined}
      >
        {check.isPending ? text.checking : result && text.checks[result]}
      </div>
    </div>
  )
}

interface EventChoicesProps {
  /** Those of the webhook so far, which may have ended or be further names. */
  listed: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

function EventChoices({ listed, chosen, onChange, error }: EventChoicesProps) {
  const { data: events, error: problem } = useQuery(eventsQuery)
  if (problem) return <Problem>{messageOf(problem)}</Problem>
  if (!events) return <Skeleton height={320} />
  const known = new Set(events.map(({ id }) => id))
  const others = listed.filter((name) => !known.has(name))
  const groups = Map.groupBy(events, ({ id }) => id.split('.')[0] ?? '')
  return (
    <Checkbox.Group
      label={text.events}
      description={text.eventsHint}
      value={[...chosen]}
      onChange={onChange}
      error={error}
    >
      <div className={styles.choices}>
        {[...groups].map(([prefix, its]) => (
          <EventGroup key={prefix} title={text.groups[prefix] ?? text.groupOf(prefix)} events={its} />
        ))}
        {others.map((name) => (
          <Checkbox
            key={name}
            name="events"
            size="sm"
            value={name}
            label={name}
            description={otherNameOf(events, name)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const EventGroup = ({ title, events }: { title: string; events: readonly WebhookEvent[] }) => (
  <>
    <h3>{title}</h3>
    {events.map(({ id, attributes: { meaning, endsAt } }) => (
      <Checkbox
        key={id}
        name="events"
        size="sm"
        value={id}
        label={id}
        description={[meaning, endsAt && text.ends(formatDate(endsAt))].filter(Boolean).join(' · ')}
      />
    ))}
  </>
)

function otherNameOf(events: readonly WebhookEvent[], name: string): string {
  const main = events.find(({ attributes }) => attributes.otherNames.includes(name))
  return main ? text.otherName(main.id) : ''
}

function TestDialog({ webhook: { id, attributes }, onClose }: DialogProps & { webhook: Webhook }) {
  const refresh = useRefresh()
  const [sent, setSent] = useState<string>()
  return (
    <Dialog title={text.testTitle} onClose={onClose}>
      <Form
        submit={async ({ event = '' }) => {
          const { data } = await send(() =>
            client.request('POST', '/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/test', {
              path: { webhookSubscription: id },
              body: { data: { type: 'webhook-subscriptions', attributes: { event: event as never } } },
            }),
          )
          setSent(data.id)
          await refresh()
        }}
      >
        {({ isPending }) => (
          <>
            <p>{text.testHint}</p>
            <NativeSelect name="event" label={text.testEvent} data={attributes.events} data-autofocus />
            {sent && <TestResult deliveryId={sent} />}
            <Buttons>
              <Button onClick={onClose}>{sent ? words.close : words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending}>
                {text.testSubmit}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}

const POLL_MS = 500

/** Waits for the first attempt. */
function TestResult({ deliveryId }: { deliveryId: string }) {
  const { data } = useQuery({
    ...deliveryQuery(deliveryId),
    refetchInterval: ({ state: { data } }) => (data?.attributes.attemptsCount ?? 0) === 0 && POLL_MS,
  })
  const attempt = data?.attributes.lastAttempt
  if (!attempt) return <p role="status">{text.testWaiting}</p>
  const isDelivered = attempt.outcome === 'delivered'
  return (
    <p role="status" className={isDelivered ? styles.good : styles.wait}>
      {isDelivered ? text.testDone : text.testFailed(reasonOf(attempt))}{' '}
      <Link to={paths.delivery} params={{ deliveryId }}>
        {text.testOpen}
      </Link>
    </p>
  )
}

const DEFAULT_OVERLAP = '86400'
const OVERLAPS = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))

function RotateDialog({ webhook: { id }, onIssued, onClose }: IssuingProps & { webhook: Webhook }) {
  const refresh = useRefresh()
  return (
    <Confirmation
      title={text.rotateTitle}
      submitWord={text.rotateSubmit}
      onClose={onClose}
      onConfirm={async ({ overlap = DEFAULT_OVERLAP }) => {
        const { data } = await send(() =>
          client.request(
            'POST',
            '/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/rotate-secret',
            {
              path: { webhookSubscription: id },
              body: {
                data: { type: 'webhook-subscriptions', attributes: { overlapSeconds: Number(overlap) } },
              },
            },
          ),
        )
        await refresh()
        onIssued(data.attributes.signingSecret ?? '')
      }}
    >
      <p>{text.rotateHint}</p>
      <NativeSelect
        name="overlap"
        label={text.overlap}
        data={OVERLAPS}
        defaultValue={DEFAULT_OVERLAP}
        data-autofocus
      />
    </Confirmation>
  )
}

interface RemoveProps extends DialogProps {
  webhook: Webhook
  onRemoved: () => void
}

function RemoveDialog({ webhook: { id, attributes }, onClose, onRemoved }: RemoveProps) {
  const refresh = useRefresh()
  const { data: waiting } = useQuery(waitingDeliveriesQuery(id))
  return (
    <Confirmation
      title={text.removeTitle}
      submitWord={text.removeSubmit}
      onClose={onClose}
      onConfirm={async () => {
        await send(() =>
          client.request('DELETE', '/api/v1/webhook-subscriptions/{webhookSubscription}', {
            path: { webhookSubscription: id },
          }),
        )
        onRemoved()
        await refresh()
      }}
    >
      <p>{text.removeHint(attributes.url)}</p>
      {waiting ? (
        <p>
          {text.removeWaiting(waiting.next ? COUNTED_WAITING : waiting.rows.length, Boolean(waiting.next))}
        </p>
      ) : (
        <Skeleton height={20} />
      )}
    </Confirmation>
  )
}

/** It closes by its button alone, so that no stray click loses it. */
const SecretDialog = ({ secret, onClose }: DialogProps & { secret: string }) => (
  <Dialog
    title={text.secretTitle}
    onClose={onClose}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <div className={styles.dialog}>
      <p>{text.secretHint}</p>
      <span className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label={text.copySecret} />
      </span>
      <Buttons>
        <Button variant="filled" onClick={onClose} data-autofocus>
          {text.stored}
        </Button>
      </Buttons>
    </div>
  </Dialog>
)
