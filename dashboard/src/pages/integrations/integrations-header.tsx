/** The head of every tab of Integrations. */
import type { ReactNode } from 'react'
import { mayManageApps, maySeeDeprecations } from '../../access.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { PageHeader, Tabs } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'

const { title: trail, tabs } = words.integrations

interface IntegrationsHeaderProps {
  title: string
  state?: ReactNode
  note?: ReactNode
  actions?: ReactNode
}

export function IntegrationsHeader(props: IntegrationsHeaderProps) {
  const session = useSession()
  return (
    <>
      <PageHeader {...props} trail={trail} />
      <Tabs
        label={trail}
        tabs={[
          ...(mayManageApps(session) ? [{ to: paths.apps, title: tabs.apps }] : []),
          { to: paths.webhooks, title: tabs.webhooks },
          { to: paths.deliveries, title: tabs.deliveries },
          ...(IS_SANDBOX ? [{ to: paths.requests, title: tabs.requests }] : []),
          ...(maySeeDeprecations(session) ? [{ to: paths.deprecations, title: tabs.deprecations }] : []),
        ]}
      />
    </>
  )
}
