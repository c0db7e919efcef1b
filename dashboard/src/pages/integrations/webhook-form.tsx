/** The form of a webhook: its address, which is checked while it is filled in, and its events. */
import { Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { eventsQuery, type WebhookEvent } from '../../api/integrations-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { ActionDialog, type ActionDialogProps } from '../../parts/action-dialog.tsx'
import { Problem } from '../../parts/form.tsx'
import { useField } from '../../parts/form-state.ts'
import { formatFullDay } from '../../parts/time.ts'
import { words } from '../../words/index.ts'
import styles from './integrations.module.css'

const { webhooks: text } = words.integrations

interface WebhookFormProps<Result> extends Omit<ActionDialogProps<Result>, 'submit' | 'children'> {
  /** Absent where the app cannot be chosen any more. */
  apps?: { value: string; label: string }[]
  url?: string
  events?: readonly string[]
  submit: (values: { app: string; url: string; events: string[] }) => Promise<Result>
}

export function WebhookForm<Result>({
  apps,
  url = '',
  events = [],
  submit,
  ...dialog
}: WebhookFormProps<Result>) {
  const [chosen, setChosen] = useState([...events])
  return (
    <ActionDialog
      {...dialog}
      size="lg"
      isReady={chosen.length > 0}
      submit={({ app = '', url = '' }) => submit({ app, url: url.trim(), events: chosen })}
    >
      {apps && <NativeSelect name="app" label={text.app} data={apps} />}
      <UrlField url={url} />
      <EventChoices listed={events} chosen={chosen} onChange={setChosen} />
    </ActionDialog>
  )
}

/** Checked when it is left, so that a typing error shows before anything is sent to it. */
function UrlField({ url }: { url: string }) {
  const { error } = useField('url')
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
  /** The events of the webhook so far: some may have ended, or be other names of events. */
  listed: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function EventChoices({ listed, chosen, onChange }: EventChoicesProps) {
  const { error } = useField('events')
  const { data: events, error: problem } = useQuery(eventsQuery)
  if (problem) return <Problem error={problem} />
  if (!events) return <Skeleton height={320} />
  const known = new Set(events.map(({ id }) => id))
  const others = listed.filter((name) => !known.has(name))
  const all = [...known, ...others]
  const isAll = all.every((name) => chosen.includes(name))
  const groups = Map.groupBy(events, ({ id }) => id.split('.')[0] ?? '')
  const choices = (
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
  // Beside the group, which takes every box in it for an event.
  return (
    <>
      <Checkbox
        size="sm"
        label={text.selectAll}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => onChange(isAll ? [] : all)}
      />
      {choices}
    </>
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
        description={[meaning, endsAt && text.ends(formatFullDay(endsAt))].filter(Boolean).join(' · ')}
      />
    ))}
  </>
)

function otherNameOf(events: readonly WebhookEvent[], name: string): string {
  const main = events.find(({ attributes }) => attributes.otherNames.includes(name))
  return main ? text.otherName(main.id) : ''
}
