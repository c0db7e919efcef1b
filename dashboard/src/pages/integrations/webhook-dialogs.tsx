/** The dialogs of webhooks; which one is open is part of the address. */

import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client, send, sendForData } from '../../api/client.ts'
import {
  COUNTED_WAITING,
  deliveryQuery,
  type Subscription,
  waitingDeliveriesQuery,
} from '../../api/integrations-queries.ts'
import { applicationsQuery, subscriptionsQuery } from '../../api/queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { reasonOf } from '../../parts/delivery-parts.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons } from '../../parts/form.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './integrations.module.css'
import type { WebhooksSearch } from './search-parameters.ts'
import { WebhookForm } from './webhook-form.tsx'

const { webhooks: text } = words.integrations
const ONE = '/api/v1/webhook-subscriptions/{webhookSubscription}'
const CHANGES = ['webhook-subscriptions', 'webhook-deliveries']

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
  const issue = ({ attributes }: Pick<Webhook, 'attributes'>) => {
    setSecret(attributes.signingSecret ?? '')
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
      {secret !== undefined && (
        <SecretDialog title={text.secretTitle} hint={text.secretHint} onClose={() => setSecret(undefined)}>
          <span className={styles.secret}>
            <code>{secret}</code>
            <CopyButton text={secret} label={text.copySecret} />
          </span>
        </SecretDialog>
      )}
    </>
  )
}

interface IssuingProps extends DialogProps {
  /** With the secret, which is shown this once. */
  onIssued: (webhook: Pick<Webhook, 'attributes'>) => void
}

function CreateDialog({ onIssued, onClose }: IssuingProps) {
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
      submit={({ app, url, events }) =>
        sendForData(() =>
          client.request('POST', '/api/v1/webhook-subscriptions', {
            body: {
              data: {
                type: 'webhook-subscriptions',
                attributes: { url, events },
                relationships: { application: { data: { type: 'applications', id: app } } },
              },
            },
          }),
        )
      }
      changes={CHANGES}
      onDone={onIssued}
      onClose={onClose}
    />
  )
}

const EditDialog = ({ webhook: { id, attributes }, onClose }: DialogProps & { webhook: Webhook }) => (
  <WebhookForm
    title={text.editTitle}
    submitWord={text.save}
    url={attributes.url}
    events={attributes.events}
    submit={({ url, events }) =>
      send(() =>
        client.request('PATCH', ONE, {
          path: { webhookSubscription: id },
          body: { data: { type: 'webhook-subscriptions', id, attributes: { url, events } } },
        }),
      )
    }
    changes={CHANGES}
    onClose={onClose}
  />
)

function TestDialog({ webhook: { id, attributes }, onClose }: DialogProps & { webhook: Webhook }) {
  const [sent, setSent] = useState<string>()
  return (
    <ActionDialog
      title={text.testTitle}
      submitWord={text.testSubmit}
      closeWord={sent ? words.close : words.cancel}
      submit={({ event = '' }) =>
        sendForData(() =>
          client.request('POST', `${ONE}/-actions/test`, {
            path: { webhookSubscription: id },
            body: { data: { type: 'webhook-subscriptions', attributes: { event } } },
          }),
        )
      }
      changes={CHANGES}
      onDone={(delivery) => setSent(delivery.id)}
      onClose={onClose}
    >
      <p>{text.testHint}</p>
      <NativeSelect name="event" label={text.testEvent} data={attributes.events} data-autofocus />
      {sent && <TestResult deliveryId={sent} />}
    </ActionDialog>
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
  return (
    <ActionDialog
      title={text.rotateTitle}
      submitWord={text.rotateSubmit}
      isDangerous
      submit={({ overlap = DEFAULT_OVERLAP }) =>
        sendForData(() =>
          client.request('POST', `${ONE}/-actions/rotate-secret`, {
            path: { webhookSubscription: id },
            body: {
              data: { type: 'webhook-subscriptions', attributes: { overlapSeconds: Number(overlap) } },
            },
          }),
        )
      }
      changes={CHANGES}
      onDone={onIssued}
      onClose={onClose}
    >
      <p>{text.rotateHint}</p>
      <NativeSelect
        name="overlap"
        label={text.overlap}
        data={OVERLAPS}
        defaultValue={DEFAULT_OVERLAP}
        data-autofocus
      />
    </ActionDialog>
  )
}

interface RemoveProps extends DialogProps {
  webhook: Webhook
  onRemoved: () => void
}

function RemoveDialog({ webhook: { id, attributes }, onClose, onRemoved }: RemoveProps) {
  const queryClient = useQueryClient()
  const { data: waiting } = useQuery(waitingDeliveriesQuery(id))
  return (
    <ActionDialog
      title={text.removeTitle}
      submitWord={text.removeSubmit}
      isDangerous
      submit={async () => {
        await send(() => client.request('DELETE', ONE, { path: { webhookSubscription: id } }))
        // Its page is left before it would be read again.
        onRemoved()
        await Promise.all(CHANGES.map((type) => queryClient.invalidateQueries({ queryKey: [type] })))
      }}
      onClose={onClose}
    >
      <p>{text.removeHint(attributes.url)}</p>
      {waiting ? (
        <p>
          {text.removeWaiting(waiting.next ? COUNTED_WAITING : waiting.rows.length, Boolean(waiting.next))}
        </p>
      ) : (
        <Skeleton height={20} />
      )}
    </ActionDialog>
  )
}
