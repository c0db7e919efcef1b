/** One request of the sandbox: what was sent, what came back, why, and what it caused. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayManageApps } from '../../access.ts'
import { type LoggedRequest, requestQuery } from '../../api/integrations-queries.ts'
import { applicationsQuery } from '../../api/queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { Code, indentJson } from '../../parts/code.tsx'
import { formatDuration } from '../../parts/delivery-parts.tsx'
import { Columns, Empty, PageHeader, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { State } from '../../parts/state.tsx'
import { formatDateTime, formatRelative } from '../../parts/time.ts'
import { Timeline } from '../../parts/timeline.tsx'
import { paths, REFERENCE } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { CurlButton, curlHeader, curlOf } from './curl.tsx'
import styles from './integrations.module.css'
import { OrderLink } from './order-link.tsx'
import { callerOf, readable, toneOfStatus } from './request-parts.ts'

const { requests: text, title: integrations, deliveries } = words.integrations
const route = getRouteApi('/shell/integrations/requests/$requestId')
/** Of the body that the server stores. */
const MAX_BODY = 65_536

export function RequestPage() {
  const { requestId } = route.useParams()
  const { data: request } = useSuspenseQuery(requestQuery(requestId))
  const { method, url, status, requestBody, responseBody, ignoredMembers } = request.attributes
  return (
    <>
      <PageHeader
        title={`${method} ${readable(url)}`}
        trail={
          <>
            {integrations} / <Link to={paths.requests}>{text.title}</Link>
          </>
        }
        state={<State tone={toneOfStatus(status)}>{String(status)}</State>}
        actions={<CurlButton command={curlOfRequest(request)} label={text.curl} />}
      />
      <Columns aside={<Aside request={request} />}>
        <Explained responseBody={responseBody} />
        <Ignored names={ignoredMembers} />
        <Body title={text.requestBody} label={text.requestBodyText} body={requestBody} />
        <Body title={text.responseBody} label={text.responseBodyText} body={responseBody} />
      </Columns>
    </>
  )
}

function Body({ title, label, body }: { title: string; label: string; body: string | null }) {
  const isCut = body !== null && body.length >= MAX_BODY
  return (
    <Section title={title} {...(isCut && { hint: text.cut })}>
      {body ? <Code label={label} text={indentJson(body)} /> : <Empty>{text.noBody}</Empty>}
    </Section>
  )
}

interface ErrorEntry {
  title?: string
  detail?: string
  code?: string
  source?: { pointer?: string; parameter?: string; header?: string }
}

/** Empty for what is no error document, and for one that was cut. */
function errorsIn(responseBody: string | null): ErrorEntry[] {
  try {
    const { errors } = JSON.parse(responseBody ?? '{}')
    return Array.isArray(errors) ? errors : []
  } catch {
    return []
  }
}

function Explained({ responseBody }: { responseBody: string | null }) {
  const errors = errorsIn(responseBody)
  if (errors.length === 0) return null
  return (
    <Section
      title={text.explained}
      actions={<a href={`${REFERENCE}#description/errors-and-retries`}>{text.reference}</a>}
    >
      <ul className={styles.errors}>
        {errors.map(({ title, detail, code, source }, i) => {
          const at = source?.pointer ?? source?.parameter ?? source?.header
          const items: [string, ReactNode][] = [
            ...(code ? [[text.errorCode, <code key="code">{code}</code>] as [string, ReactNode]] : []),
            ...(at ? [[text.errorAt, <code key="at">{at}</code>] as [string, ReactNode]] : []),
          ]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: errors have no identity, and the list does not change.
            <li key={i}>
              <p>{detail ?? title}</p>
              <Properties items={items} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Ignored({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Section title={text.ignored} hint={text.ignoredHint}>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Aside({ request: { id, attributes } }: { request: LoggedRequest }) {
  const session = useSession()
  const { data: apps } = useQuery({ ...applicationsQuery, enabled: mayManageApps(session) })
  const appNames = new Map(apps?.map(({ id, attributes }) => [id, attributes.name]))
  return (
    <>
      <Section title={text.about}>
        <Properties
          items={[
            [text.when, formatDateTime(attributes.requestedAt)],
            [text.duration, formatDuration(Math.round(attributes.durationMs))],
            [text.caller, callerOf(attributes, appNames)],
            [text.id, <code key="id">{id}</code>],
          ]}
        />
      </Section>
      <Caused effects={attributes.effects} />
    </>
  )
}

type Effect = LoggedRequest['attributes']['effects'][number]

function Caused({ effects }: { effects: readonly Effect[] }) {
  const now = useServerNow()
  return (
    <Section title={text.caused}>
      {effects.length === 0 && <small>{text.nothing}</small>}
      <Timeline
        label={text.caused}
        items={effects.map((effect) => ({
          key: effect.id,
          title: <EffectName effect={effect} />,
          detail: [
            text.effects[effect.type],
            effect.state && (deliveries.states[effect.state] ?? effect.state),
            formatRelative(effect.at, now),
          ]
            .filter(Boolean)
            .join(' · '),
          ...(effect.state === 'failed' && { tone: 'bad' as const }),
        }))}
      />
    </Section>
  )
}

function EffectName({ effect: { type, id, name, subjectId } }: { effect: Effect }) {
  if (type === 'webhook-deliveries') {
    return (
      <Link to={paths.delivery} params={{ deliveryId: id }}>
        {name}
      </Link>
    )
  }
  return (
    <>
      {name} {type === 'order-moves' && <OrderLink id={subjectId} />}
    </>
  )
}

/** With a placeholder for the token, which the log does not hold. */
function curlOfRequest({ attributes: { method, url, requestBody } }: LoggedRequest): string {
  return curlOf({
    method,
    url: `${location.origin}${url}`,
    headers: [
      '"Authorization: Bearer $TOKEN"',
      curlHeader('Accept', 'application/vnd.api+json'),
      ...(requestBody === null ? [] : [curlHeader('Content-Type', 'application/vnd.api+json')]),
    ],
    body: requestBody,
  })
}
