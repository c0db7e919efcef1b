/** One delivery to a receiver of a brand, with its attempts. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Delivery } from '../../api/integrations-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import {
  type Endpoint,
  endpointDeliveryQuery,
  endpointQuery,
  resendToEndpoint,
} from '../../api/systems-queries.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { AttemptHeaders, Attempts, DeliveryBody } from '../../parts/delivery-attempts.tsx'
import { attemptsOf, DeliveryState, hostAndPath } from '../../parts/delivery-parts.tsx'
import { Problem } from '../../parts/form.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { endpoints: text } = words.systems
const { delivery } = words.integrations
const route = getRouteApi('/shell/operator/endpoints/$subscriptionId/deliveries/$deliveryId')
/** While it waits, an attempt may end at any moment. */
const POLL_MS = 2000

export function EndpointDeliveryPage() {
  const params = route.useParams()
  const { attempt } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery({
    ...endpointDeliveryQuery(params),
    refetchInterval: ({ state: { data } }) => data?.attributes.state === 'waiting' && POLL_MS,
  })
  const now = useServerNow()
  const { data: endpoint } = useQuery(endpointQuery(params.subscriptionId))
  const sending = useMutation({
    mutationFn: () => resendToEndpoint(params),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  })
  const { attributes } = data
  const url = endpoint && hostAndPath(endpoint.attributes.url)
  return (
    <>
      <PageHeader
        title={attributes.event}
        trail={
          <>
            <Link to={paths.endpoints}>{text.title}</Link> /{' '}
            <Link to={paths.endpoint} params={{ subscriptionId: params.subscriptionId }}>
              {url ?? text.receiver}
            </Link>
          </>
        }
        state={<DeliveryState delivery={attributes} />}
        note={attemptsOf(attributes, now)}
        actions={
          <Button variant="filled" loading={sending.isPending} onClick={() => sending.mutate()}>
            {delivery.resend}
          </Button>
        }
      />
      <Problem error={sending.error} />
      {sending.isSuccess && attributes.state === 'waiting' && <p role="status">{delivery.resent}</p>}
      <Columns aside={<About delivery={data} endpoint={endpoint} />}>
        <Attempts attempts={attributes.attempts} />
        <DeliveryBody body={attributes.body} />
        <AttemptHeaders
          attempts={attributes.attempts}
          chosen={attempt}
          onChoose={(attempt) => void navigate({ search: { attempt }, replace: true, resetScroll: false })}
        />
      </Columns>
    </>
  )
}

interface AboutProps {
  delivery: Delivery
  endpoint: Endpoint | undefined
}

const About = ({ delivery: { attributes }, endpoint }: AboutProps) => (
  <Section title={text.about}>
    <Properties
      items={[
        [text.brand, endpoint?.attributes.brandName],
        [text.app, endpoint?.attributes.applicationName],
        [text.order, <CopyButton key="subject" text={attributes.subjectId} label={text.copyOrder} />],
        [
          delivery.causedBy,
          attributes.requestId ? (
            <CopyButton key="request" text={attributes.requestId} label={text.copyRequest} />
          ) : (
            delivery.nobody
          ),
        ],
        [delivery.eventId, <CopyButton key="event" text={attributes.eventId} label={text.copyEvent} />],
        [text.created, <When key="created" at={attributes.createdAt} />],
      ]}
    />
  </Section>
)
