/** One delivery: its attempts, what was sent, why, and what else was told of the same order. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mayManageApps } from '../../access.ts'
import { type Delivery, deliveriesOfQuery, deliveryQuery, resend } from '../../api/integrations-queries.ts'
import { applicationsQuery, subscriptionsQuery } from '../../api/queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { AttemptHeaders, Attempts, DeliveryBody } from '../../parts/delivery-attempts.tsx'
import {
  attemptsOf,
  DeliveryState,
  deliveryStateOf,
  hostAndPath,
  isAboutOrder,
} from '../../parts/delivery-parts.tsx'
import { Problem } from '../../parts/form.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { formatRelative } from '../../parts/time.ts'
import { Timeline } from '../../parts/timeline.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { CurlButton, curlHeader, curlOf } from './curl.tsx'
import styles from './integrations.module.css'
import { OrderLink, shortId } from './order-link.tsx'
import { RECEIVER_SAMPLES } from './receiver-samples.ts'
import { LANGUAGES } from './search-parameters.ts'

const { delivery: text, deliveries: words_, title: integrations, webhooks } = words.integrations
const route = getRouteApi('/shell/integrations/deliveries/$deliveryId')

/** While it waits, an attempt may end at any moment. */
const POLL_MS = 2000

export function DeliveryPage() {
  const { deliveryId } = route.useParams()
  const navigate = route.useNavigate()
  const { data: delivery } = useSuspenseQuery({
    ...deliveryQuery(deliveryId),
    refetchInterval: ({ state: { data } }) => data?.attributes.state === 'waiting' && POLL_MS,
  })
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  const now = useServerNow()
  const { attributes } = delivery
  const subscription = subscriptions?.find(({ id }) => id === attributes.subscriptionId)
  const sending = useResend(delivery)
  const url = subscription?.attributes.url
  return (
    <>
      <PageHeader
        title={attributes.event}
        trail={
          <>
            {integrations} / <Link to={paths.deliveries}>{words_.title}</Link>
          </>
        }
        state={<DeliveryState delivery={attributes} />}
        note={attemptsOf(attributes, now)}
        actions={
          <>
            <CurlButton command={curlOfDelivery(delivery, url)} label={text.curl} />
            <Button
              variant="filled"
              loading={sending.isPending}
              disabled={subscriptions !== undefined && !subscription}
              onClick={() => sending.mutate()}
            >
              {text.resend}
            </Button>
          </>
        }
      />
      <Problem error={sending.error} />
      {sending.isSuccess && attributes.state === 'waiting' && (
        <p role="status" className={styles.good}>
          {text.resent}
        </p>
      )}
      <Columns aside={<Aside delivery={delivery} />}>
        <Attempts attempts={attributes.attempts} />
        <DeliveryBody body={attributes.body} />
        <AttemptHeaders
          attempts={attributes.attempts}
          chosen={route.useSearch().attempt}
          onChoose={(attempt) => void navigate({ search: { attempt }, replace: true, resetScroll: false })}
        />
        <Signature delivery={delivery} />
      </Columns>
    </>
  )
}

function useResend(delivery: Delivery) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => resend(delivery),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  })
}

function Signature({ delivery }: { delivery: Delivery }) {
  const { attempts, subscriptionId } = delivery.attributes
  const sent = attempts.at(-1)?.headers?.signature
  return (
    <Section title={text.signature}>
      <Properties
        items={[
          ...(sent ? [[text.signatureHeader, <code key="sent">signature: {sent}</code>] as const] : []),
          ...text.signatureSteps.map(([name = '', step = '']) => [name, step] as const),
          [
            text.check,
            <span key="samples" className={styles.inline}>
              {LANGUAGES.map((language) => (
                <Link
                  key={language}
                  to={paths.webhook}
                  params={{ subscriptionId }}
                  search={{ language }}
                  hash="receiver"
                >
                  {RECEIVER_SAMPLES[language].name}
                </Link>
              ))}
            </span>,
          ],
        ]}
      />
    </Section>
  )
}

function Aside({ delivery }: { delivery: Delivery }) {
  const { attributes } = delivery
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  const session = useSession()
  const { data: apps } = useQuery({ ...applicationsQuery, enabled: mayManageApps(session) })
  const subscription = subscriptions?.find(({ id }) => id === attributes.subscriptionId)
  const applicationId = subscription?.relationships?.application?.data?.id
  const app = apps?.find(({ id }) => id === applicationId)
  const { requestId, subjectId, eventId } = attributes
  return (
    <>
      <Section title={text.subscription}>
        {subscription ? (
          <>
            <Link to={paths.webhook} params={{ subscriptionId: subscription.id }}>
              {hostAndPath(subscription.attributes.url)}
            </Link>
            <br />
            <small>
              {[app?.attributes.name, webhooks.eventsCount(subscription.attributes.events.length)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </>
        ) : (
          subscriptions && <small>{words_.gone}</small>
        )}
      </Section>
      <Section title={text.about}>
        <Properties
          items={[
            [text.order, isAboutOrder(attributes) ? <OrderLink key="order" id={subjectId} /> : text.invented],
            [text.causedBy, <CausedBy key="request" requestId={requestId} />],
            [text.eventId, <code key="event">{eventId}</code>],
          ]}
        />
      </Section>
      <Others delivery={delivery} />
    </>
  )
}

function CausedBy({ requestId }: { requestId: string | null }) {
  if (requestId === null) return text.nobody
  const name = text.request(shortId(requestId))
  if (!IS_SANDBOX) return <span title={requestId}>{name}</span>
  return (
    <Link to={paths.request} params={{ requestId }} title={requestId}>
      {name}
    </Link>
  )
}

function Others({ delivery }: { delivery: Delivery }) {
  const { data } = useQuery(deliveriesOfQuery(delivery.attributes.subjectId))
  const now = useServerNow()
  const others = data?.filter(({ id }) => id !== delivery.id)
  return (
    <Section title={text.others}>
      {others?.length === 0 && <small>{text.noOthers}</small>}
      <Timeline
        label={text.others}
        items={(others ?? []).map(({ id, attributes }) => {
          const state = deliveryStateOf(attributes)
          return {
            key: id,
            title: (
              <Link to={paths.delivery} params={{ deliveryId: id }}>
                {attributes.event}
              </Link>
            ),
            detail: text.detail(words_.states[state] ?? state, formatRelative(attributes.createdAt, now)),
            ...((state === 'failed' || state === 'failing') && { tone: 'bad' as const }),
          }
        })}
      />
    </Section>
  )
}

/** The newest attempt. What the connection adds by itself is left out. */
function curlOfDelivery({ attributes: { attempts, body } }: Delivery, url = ''): string {
  const { headers = null } = attempts.at(-1) ?? {}
  const own = Object.entries(headers ?? { 'content-type': 'application/vnd.api+json' }).filter(
    ([name]) => !['host', 'content-length'].includes(name.toLowerCase()),
  )
  return curlOf({ method: 'POST', url, headers: own.map(([name, value]) => curlHeader(name, value)), body })
}
