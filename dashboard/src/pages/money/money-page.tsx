/** Money: what was paid, and files for accounting. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader, Tabs } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { Exports } from './exports.tsx'
import { NewExportDialog } from './new-export-dialog.tsx'
import { Payouts } from './payouts.tsx'

const { money: text } = words
const route = getRouteApi('/shell/money')

export function MoneyPage() {
  const { tab, dialog } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (dialog?: 'new') => void navigate({ search: { tab: 'exports', ...(dialog && { dialog }) } })
  return (
    <>
      <PageHeader
        title={text.title}
        actions={tab === 'exports' && <Button onClick={() => open('new')}>{text.exports.create}</Button>}
      />
      <Tabs
        label={text.title}
        tabs={[
          { to: paths.money, search: { tab: 'payouts' }, title: text.tabs.payouts },
          { to: paths.money, search: { tab: 'exports' }, title: text.tabs.exports },
        ]}
      />
      {tab === 'payouts' ? <Payouts /> : <Exports onCreate={() => open('new')} />}
      {dialog === 'new' && <NewExportDialog onClose={() => open()} />}
    </>
  )
}
