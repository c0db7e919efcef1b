/** The discount rules of all brands. */

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  type DiscountRule,
  type DiscountsSearch,
  deleteRule,
  discountQuery,
  discountsQuery,
} from '../../api/discounts-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { useServerNow } from '../../api/server-time.ts'
import { AccountFilter } from '../../parts/account-picker.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ChoiceFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { MoreIcon } from '../../parts/icons.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'
import { type RuleRow, ruleColumns } from './rule-columns.tsx'
import { RuleDialog } from './rule-dialog.tsx'

const { discounts: text } = words.accounts
const route = getRouteApi('/shell/operator/discounts')

export function DiscountsPage() {
  const { dialog, rule: ruleId, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(discountsQuery(search))
  const now = useServerNow()
  const { data: rule } = useQuery({ ...discountQuery(ruleId ?? ''), enabled: ruleId !== undefined })
  const change = (changed: Changes<DiscountsSearch>) =>
    void navigate({ search: { ...changedSearch(search, changed), ...open }, replace: true })
  const open = { ...(dialog && { dialog }), ...(ruleId && { rule: ruleId }) }
  const show = (dialog: 'create' | 'edit' | 'remove', rule?: string) =>
    void navigate({ search: { ...search, dialog, ...(rule && { rule }) } })
  const close = () => void navigate({ search })
  const isFiltered = Object.keys(search).length > 0
  const columns: Column<RuleRow>[] = [
    ...ruleColumns(now, { hasBrand: true }),
    {
      key: 'actions',
      title: text.actionsTitle,
      isTitleHidden: true,
      kind: 'number',
      cell: ({ id, attributes: { name } }) => <RuleMenu name={name} open={(dialog) => show(dialog, id)} />,
    },
  ]
  const picking = {
    retailer: search.retailer,
    onRetailer: (retailer: string | undefined) => change({ retailer }),
    onBrand: (brand: string | undefined) => change({ brand }),
    onClose: close,
  }
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <Button variant="filled" onClick={() => show('create')}>
            {text.create}
          </Button>
        }
      />
      <RuleFilters search={search} change={change} />
      <List
        label={text.title}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
      {dialog === 'create' && <RuleDialog brand={search.brand} {...picking} />}
      {dialog === 'edit' && rule && <RuleDialog key={rule.id} rule={rule} brand={undefined} {...picking} />}
      {dialog === 'remove' && rule && <RemoveDialog rule={rule} onClose={close} />}
    </>
  )
}

interface FiltersProps {
  search: DiscountsSearch
  change: (changed: Changes<DiscountsSearch>) => void
}

const RuleFilters = ({ search, change }: FiltersProps) => (
  <Filters label={text.filters}>
    <AccountFilter kind="brand" value={search.brand} onChange={(brand) => change({ brand })} />
    <AccountFilter kind="retailer" value={search.retailer} onChange={(retailer) => change({ retailer })} />
    <SearchField label={text.segment} value={search.segment} onChange={(segment) => change({ segment })} />
    <ChoiceFilter
      label={text.state}
      all={text.allStates}
      value={search.active}
      choices={Object.entries(text.activeChoices).map(([value, label]) => ({ value, label }))}
      onChange={(active) => change({ active: active as DiscountsSearch['active'] })}
    />
  </Filters>
)

const RuleMenu = ({ name, open }: { name: string; open: (dialog: 'edit' | 'remove') => void }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={text.actions(name)}>
        <MoreIcon />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => open('edit')}>{text.edit}</Menu.Item>
      <Menu.Item onClick={() => open('remove')}>{text.remove}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

function RemoveDialog({ rule, onClose }: { rule: DiscountRule; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { name, brandName, ratePercent } = rule.attributes
  return (
    <ActionDialog
      title={text.removeTitle(name)}
      submitWord={text.removeSubmit}
      isDangerous
      onClose={onClose}
      submit={async () => {
        await deleteRule(rule.id)
        await queryClient.invalidateQueries({ queryKey: ['discount-rules', 'list'] })
        onClose()
      }}
    >
      <p>{text.removeHint(brandName, ratePercent)}</p>
    </ActionDialog>
  )
}
