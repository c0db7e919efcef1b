/** Private Apps: the credentials with which programs of a brand call the API. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { applicationsQuery, type OwnApplication, ownDeprecatedCallsQuery } from '../../api/queries.ts'
import { Bars } from '../../parts/bars.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Problem } from '../../parts/form.tsx'
import { MoreIcon } from '../../parts/icons.tsx'
import { Empty } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDate, formatDateTime } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import type { AppsSearch } from '../../routes/integrations.tsx'
import { words } from '../../words/index.ts'
import { CreateDialog, EditDialog, RevokeDialog, RotateDialog } from './app-dialogs.tsx'
import styles from './apps-page.module.css'
import { IntegrationsHeader } from './integrations-header.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const { apps: text } = words
const { deprecations } = words.integrations
const route = getRouteApi('/shell/integrations/apps')

export function AppsPage() {
  const { data: apps, error } = useQuery(applicationsQuery)
  const { dialog, app: appId } = route.useSearch()
  const navigate = route.useNavigate()
  const [issued, setIssued] = useState<OwnApplication>()
  const open = (search: AppsSearch) => void navigate({ search })
  const close = () => open({})
  const chosen = apps?.find(({ id }) => id === appId)

  const columns: Column<OwnApplication>[] = [
    {
      key: 'name',
      title: text.name,
      cell: ({ attributes: { name, developerEmail, previousSecretUntil } }) => (
        <>
          {name}
          <small>{developerEmail}</small>
          {previousSecretUntil && <small>{text.oldSecretUntil(formatDateTime(previousSecretUntil))}</small>}
        </>
      ),
    },
    {
      key: 'clientId',
      title: text.clientId,
      wide: true,
      cell: ({ attributes: { clientId, name } }) => (
        <span className={styles.clientId}>
          <code>{clientId}</code>
          <CopyButton text={clientId} label={text.copyId(name)} />
        </span>
      ),
    },
    {
      key: 'calls',
      title: text.callsPerDay,
      wide: true,
      cell: ({ attributes: { callsByDay, callsLastDay } }) => (
        <>
          <CallsByDay days={callsByDay} />
          <small>{text.callsLastDay(callsLastDay)}</small>
        </>
      ),
    },
    {
      key: 'lastUsed',
      title: text.lastUsed,
      kind: 'number',
      cell: ({ attributes: { lastUsedAt } }) => (lastUsedAt ? <When at={lastUsedAt} /> : text.never),
    },
    {
      key: 'actions',
      title: text.actionsTitle,
      isTitleHidden: true,
      kind: 'number',
      cell: ({ id, attributes: { name } }) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={text.actions(name)}>
              <MoreIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => open({ dialog: 'edit', app: id })}>{text.edit}</Menu.Item>
            <Menu.Item onClick={() => open({ dialog: 'rotate', app: id })}>{text.rotate}</Menu.Item>
            <Menu.Item onClick={() => open({ dialog: 'revoke', app: id })}>{text.revoke}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]

  const create = (
    <Button variant="filled" onClick={() => open({ dialog: 'create' })}>
      {text.create}
    </Button>
  )
  const issue = (app: OwnApplication) => {
    setIssued(app)
    close()
  }
  return (
    <>
      <IntegrationsHeader title={text.title} actions={create} />
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {apps?.length === 0 ? (
        <Empty title={text.emptyTitle} action={create}>
          {text.empty}
        </Empty>
      ) : (
        <Table label={text.title} columns={columns} rows={apps} idOf={({ id }) => id} />
      )}
      <EndingCalls />
      {dialog === 'create' && <CreateDialog onIssued={issue} onClose={close} />}
      {dialog === 'edit' && chosen && <EditDialog app={chosen} onClose={close} />}
      {dialog === 'rotate' && chosen && <RotateDialog app={chosen} onIssued={issue} onClose={close} />}
      {dialog === 'revoke' && chosen && <RevokeDialog app={chosen} onClose={close} />}
      {issued && <SecretDialog app={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}

function CallsByDay({ days }: { days: OwnApplication['attributes']['callsByDay'] }) {
  const total = days.reduce((sum, { calls }) => sum + calls, 0)
  return (
    <Bars
      label={text.callsLabel(total, days.length)}
      values={days.map(({ date, calls }) => ({
        title: text.callsOfDay(formatDate(date), calls),
        value: calls,
      }))}
    />
  )
}

/** What will stop working has a page of its own. */
function EndingCalls() {
  const { data } = useQuery(ownDeprecatedCallsQuery)
  const count = data?.filter(({ attributes }) => attributes.endsAt !== null).length
  if (!count) return null
  return (
    <p className={styles.ending}>
      {deprecations.fromApps(count)} <Link to={paths.deprecations}>{deprecations.open}</Link>
    </p>
  )
}
