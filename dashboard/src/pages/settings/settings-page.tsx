import { Outlet } from '@tanstack/react-router'
import { mayManageUsers } from '../../access.ts'
import { PageHeader, Tabs } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'

const { title, tabs } = words.settings

export function SettingsPage() {
  const session = useSession()
  return (
    <>
      <PageHeader title={title} />
      <Tabs
        label={title}
        tabs={[
          { to: paths.account, title: tabs.account },
          { to: paths.security, title: tabs.security },
          { to: paths.sessions, title: tabs.sessions },
          ...(mayManageUsers(session) ? [{ to: paths.users, title: tabs.users }] : []),
        ]}
      />
      <Outlet />
    </>
  )
}
