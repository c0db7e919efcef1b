/** The tabs of settings: those of the user, and those of the account. */
import { Outlet } from '@tanstack/react-router'
import { settingsOfAccount, settingsOfUser } from '../../access.ts'
import { PageHeader, Tabs } from '../../parts/page.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { title, groups } = words.settings

export function SettingsPage() {
  const session = useSession()
  const ofUser = settingsOfUser(session)
  const ofAccount = settingsOfAccount(session)
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.groups}>
        {ofUser.length > 0 && <Tabs label={groups.own} tabs={ofUser} />}
        {ofAccount.length > 0 && <Tabs label={groups.account(session.account.name)} tabs={ofAccount} />}
      </div>
      <Outlet />
    </>
  )
}
