/** One receiver of a brand: why it fails, what was sent to it, and sending that again. */

import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ListedDelivery } from '../../api/integrations-queries.ts'
import { changedSearch } from '../../api/list-pages.ts'
import {
  type Endpoint,
  type EndpointDeliveriesSearch,
  endpointDeliveriesQuery,
  endpointQuery,
  redeliverToEndpoint,
  resumeEndpoint,
} from '../../api/systems-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import {
  AttemptResult,
  createdColumn,
  eventColumn,
  hostAndPath,
  resultColumn,
  stateColumn,
} from '../../parts/delivery-parts.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Columns, Empty, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { RedeliverDialog } from '../../parts/redeliver-dialog.tsx'
import { WebhookState } from '../../parts/webhook-state.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { endpoints: text } = words.systems
const { deliveries } = words.integrations
const route = getRouteApi('/shell/operator/endpoints/$subscriptionId')
const STATES = ['failed', 'waiting', 'delivered'] as const

const COLUMNS = [
  eventColumn(({ id, attributes }: ListedDelivery) => (
    <Link to={paths.endpointDelivery} params={{ subscriptionId: attributes.subscriptionId, deliveryId: id }}>
      {attributes.event}
    </Link>
  )),
  stateColumn,
  resultColumn,
  createdColumn,
]

export function EndpointPage() {
  const { subscriptionId } = route.useParams()
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: endpoint } = useSuspenseQuery(endpointQuery(subscriptionId))
  const { attributes } = endpoint
  const open = (dialog?: 'again' | 'resume') =>
    void navigate({ search: { ...search, ...(dialog && { dialog }) } })
  const isStopped = attributes.disabledAt !== null || attributes.pausedAt !== null
  return (
    <>
      <PageHeader
        title={hostAndPath(attributes.url)}
        trail={<Link to={paths.endpoints}>{text.title}</Link>}
        state={<WebhookState webhook={attributes} />}
        actions={
          <>
            <Button
              disabled={isStopped}
              title={isStopped ? text.inactive : undefined}
              onClick={() => open('again')}
            >
              {text.again}
            </Button>
            {isStopped && (
              <Button variant="filled" onClick={() => open('resume')}>
                {text.resume}
              </Button>
            )}
          </>
        }
      />
      <Columns aside={<About endpoint={endpoint} />}>
        <Deliveries subscriptionId={subscriptionId} search={search} />
      </Columns>
      {dialog === 'again' && !isStopped && (
        <RedeliverDialog
          of={subscriptionId}
          redeliver={redeliverToEndpoint(subscriptionId)}
          onClose={() => open()}
        />
      )}
      {dialog === 'resume' && isStopped && <ResumeDialog endpoint={endpoint} onClose={() => open()} />}
    </>
  )
}

interface DeliveriesProps {
  subscriptionId: string
  search: EndpointDeliveriesSearch
}

function Deliveries({ subscriptionId, search }: DeliveriesProps) {
  const navigate = route.useNavigate()
  const page = useQuery(endpointDeliveriesQuery(subscriptionId, search))
  return (
    <Section title={text.deliveries}>
      <Filters label={deliveries.filters}>
        <ChoiceFilter
          label={deliveries.state}
          all={deliveries.allStates}
          value={search.state}
          choices={STATES.map((value) => ({ value, label: deliveries.states[value] ?? value }))}
          onChange={(state) =>
            void navigate({
              search: changedSearch(search, { state: state as EndpointDeliveriesSearch['state'] }),
              replace: true,
            })
          }
        />
      </Filters>
      <List
        label={text.deliveries}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{search.state ? deliveries.noneMatching : text.noDeliveries}</Empty>}
      />
    </Section>
  )
}

interface ResumeDialogProps {
  endpoint: Endpoint
  onClose: () => void
}

const ResumeDialog = ({ endpoint: { id, attributes }, onClose }: ResumeDialogProps) => (
  <ActionDialog
    title={text.resumeTitle}
    submitWord={text.resumeSubmit}
    isDangerous
    submit={() => resumeEndpoint(id)}
    changes={['webhook-subscriptions']}
    onClose={onClose}
  >
    <p>
      {text.resumeHint(attributes.brandName ?? text.brandUnknown, text.count(attributes.waitingDeliveries))}
    </p>
  </ActionDialog>
)

function About({ endpoint: { attributes } }: { endpoint: Endpoint }) {
  const { lastFailure, disabledReason, failingSince, secretUnreadableSince } = attributes
  return (
    <>
      <Section title={text.reason}>
        {lastFailure ? <AttemptResult attempt={lastFailure} /> : <small>{text.noFailure}</small>}
        {disabledReason && <p>{disabledReason}</p>}
        {secretUnreadableSince && <p>{text.unreadable}</p>}
      </Section>
      <Section title={text.about}>
        <Properties
          items={[
            [
              text.brand,
              <Link key="brand" to={paths.endpoints} search={{ brand: attributes.brandId, state: 'any' }}>
                {attributes.brandName ?? text.brandUnknown}
              </Link>,
            ],
            [text.app, attributes.applicationName],
            [
              text.contact,
              attributes.developerEmail && (
                <a key="contact" href={`mailto:${attributes.developerEmail}`}>
                  {attributes.developerEmail}
                </a>
              ),
            ],
            ...(failingSince ? [[text.since, <When key="since" at={failingSince} />] as const] : []),
            [text.waiting, text.count(attributes.waitingDeliveries)],
            [text.failed, text.count(attributes.failedDeliveries)],
            [text.events, attributes.events.join(', ')],
            [text.created, <When key="created" at={attributes.createdAt} />],
          ]}
        />
      </Section>
    </>
  )
}
