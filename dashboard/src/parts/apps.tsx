/** Applications with their use, and what can be done to them. The open dialog is in the address. */

import { ActionIcon, Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AppsApi } from '../api/accounts-queries.ts'
import type { OwnApplication } from '../api/queries.ts'
import { words } from '../words/index.ts'
import {
  AppSecretDialog,
  CreateAppDialog,
  EditAppDialog,
  RevokeAppDialog,
  RotateAppDialog,
} from './app-dialogs.tsx'
import styles from './apps.module.css'
import { Bars } from './bars.tsx'
import { CopyButton } from './copy-button.tsx'
import { MoreIcon } from './icons.tsx'
import type { AppsSearch } from './search-parameters.ts'
import { type Column, Table } from './table.tsx'
import { formatDateTime, formatFullDay } from './time.ts'
import { When } from './when.tsx'

const { apps: text } = words

interface AppsProps {
  api: AppsApi
  apps: readonly OwnApplication[] | undefined
  error: Error | null
  /** In place of a list without rows. */
  empty: ReactNode
  search: AppsSearch
  open: (search: AppsSearch) => void
  /** Whom to write to, unless somebody else is named. */
  developerEmail: string
  users?: readonly { value: string; label: string }[]
  /** What ends with an application. */
  ends?: (app: OwnApplication) => ReactNode
}

export function Apps({ api, apps, error, empty, search: { dialog, app: appId }, open, ...props }: AppsProps) {
  const { developerEmail, users, ends } = props
  const [issued, setIssued] = useState<OwnApplication>()
  const chosen = apps?.find(({ id }) => id === appId)
  const close = () => open({})
  const issue = (app: OwnApplication) => {
    setIssued(app)
    close()
  }
  return (
    <>
      <Table
        label={text.title}
        columns={columnsOf(open)}
        rows={apps}
        error={error}
        idOf={({ id }) => id}
        empty={empty}
      />
      {dialog === 'create' && (
        <CreateAppDialog
          api={api}
          developerEmail={developerEmail}
          {...(users && { users })}
          onIssued={issue}
          onClose={close}
        />
      )}
      {dialog === 'edit' && chosen && <EditAppDialog api={api} app={chosen} onClose={close} />}
      {dialog === 'rotate' && chosen && (
        <RotateAppDialog api={api} app={chosen} onIssued={issue} onClose={close} />
      )}
      {dialog === 'revoke' && chosen && (
        <RevokeAppDialog api={api} app={chosen} onClose={close}>
          {ends?.(chosen)}
        </RevokeAppDialog>
      )}
      {issued && <AppSecretDialog app={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}

const columnsOf = (open: AppsProps['open']): Column<OwnApplication>[] => [
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

function CallsByDay({ days }: { days: OwnApplication['attributes']['callsByDay'] }) {
  const total = days.reduce((sum, { calls }) => sum + calls, 0)
  return (
    <Bars
      label={text.callsLabel(total, days.length)}
      values={days.map(({ date, calls }) => ({
        title: text.callsOfDay(formatFullDay(date), calls),
        value: calls,
      }))}
    />
  )
}
