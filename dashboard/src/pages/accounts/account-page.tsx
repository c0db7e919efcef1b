/** The frame of one brand or retailer: what it is called, what can be done to it, and its parts. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type AccountKind,
  appsApiOf,
  appsOfQuery,
  usersApiOf,
  usersOfQuery,
} from '../../api/accounts-queries.ts'
import { Apps } from '../../parts/apps.tsx'
import { Empty, PageHeader, Section, Tabs } from '../../parts/page.tsx'
import type { AppsSearch, UsersSearch } from '../../parts/search-parameters.ts'
import { nameOfUser, Users } from '../../parts/users.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { StartSupport } from '../support/start-support.tsx'
import { AccountState } from './account-state.tsx'
import styles from './accounts.module.css'
import { SuspendDialog } from './suspend-dialog.tsx'

const { accounts: text } = words
const { label: tabsLabel, ...tabs } = text.tabs

type AccountTab = keyof typeof tabs

export interface AccountSearch {
  /** By default that of the settings. */
  tab?: AccountTab
  dialog?: string
  user?: string
  app?: string
}

interface AccountPageProps {
  kind: AccountKind
  id: string
  name: string
  suspendedAt: string | null
  suspendedReason: string | null
  /** The link to the list that the account is part of. */
  trail: ReactNode
  search: AccountSearch
  open: (search: AccountSearch) => void
  /** The tab of settings, and those that only one kind has. */
  tabs: Partial<Record<AccountTab, ReactNode>>
}

export function AccountPage({ kind, id, name, search, open, trail, ...account }: AccountPageProps) {
  const { suspendedAt, suspendedReason } = account
  const { tab = 'settings', dialog } = search
  const close = () => open({ tab })
  const shown = (Object.keys(tabs) as AccountTab[]).filter(
    (one) => one === 'users' || one === 'apps' || account.tabs[one],
  )
  const ofAccount = kind === 'brand' ? { brand: id } : { retailer: id }
  return (
    <>
      <PageHeader
        title={name}
        trail={trail}
        state={<AccountState suspendedAt={suspendedAt} />}
        actions={
          <>
            {kind === 'brand' && (
              <Button onClick={() => open({ tab, dialog: 'support' })}>
                {words.support.start.openBrand}
              </Button>
            )}
            <Button component={Link} to={paths.ordersOfMarketplace} search={ofAccount as never}>
              {text.orders}
            </Button>
            <Button component={Link} to={paths.auditOfMarketplace} search={ofAccount as never}>
              {text.audit}
            </Button>
            <Button onClick={() => open({ tab, dialog: suspendedAt ? 'resume' : 'suspend' })}>
              {suspendedAt ? text.resume : text.suspend}
            </Button>
          </>
        }
      />
      {suspendedReason && (
        <p className={styles.suspended} role="status">
          {text.suspendedNote(suspendedReason)}
        </p>
      )}
      <Tabs
        label={tabsLabel}
        tabs={shown.map((one) => ({ to: '.', search: { tab: one }, title: tabs[one] }))}
      />
      {tab === 'users' ? (
        <UsersTab kind={kind} id={id} search={search} open={open} />
      ) : tab === 'apps' ? (
        <AppsTab kind={kind} id={id} search={search} open={open} />
      ) : (
        account.tabs[tab]
      )}
      {(dialog === 'suspend' || dialog === 'resume') && (
        <SuspendDialog kind={kind} id={id} name={name} isSuspended={dialog === 'suspend'} onClose={close} />
      )}
      {dialog === 'support' && kind === 'brand' && <StartSupport brand={{ id, name }} onClose={close} />}
    </>
  )
}

type TabProps = Pick<AccountPageProps, 'kind' | 'id' | 'search' | 'open'>

function UsersTab({ kind, id, search, open }: TabProps) {
  const { data: users, error } = useQuery(usersOfQuery(kind, id))
  return (
    <Users
      api={usersApiOf(kind, id)}
      users={users}
      error={error}
      hint={text.usersHint}
      selfId=""
      roles={['owner', 'staff']}
      search={search as UsersSearch}
      open={(changed) => open({ tab: 'users', ...changed })}
    />
  )
}

function AppsTab({ kind, id, search, open }: TabProps) {
  const { data: apps, error } = useQuery(appsOfQuery(kind, id))
  const { data: users = [] } = useQuery(usersOfQuery(kind, id))
  const { user } = useSession()
  const isCreatable = users.length > 0
  return (
    <Section
      title={tabs.apps}
      isTitleHidden
      hint={isCreatable ? text.appsHint : text.noUsers}
      actions={
        <Button disabled={!isCreatable} onClick={() => open({ tab: 'apps', dialog: 'create' })}>
          {text.createApp}
        </Button>
      }
    >
      <Apps
        api={appsApiOf(kind, id)}
        apps={apps}
        error={error}
        search={search as AppsSearch}
        open={(changed) => open({ tab: 'apps', ...changed })}
        developerEmail={users[0]?.attributes.email ?? user.email}
        users={users.map((one) => ({ value: one.id, label: nameOfUser(one) }))}
        empty={<Empty>{text.noApps}</Empty>}
      />
    </Section>
  )
}
