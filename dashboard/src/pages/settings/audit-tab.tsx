/** Who did what in the account, when, and from where. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type AuditSearch, auditEntryQuery, auditQuery } from '../../api/audit-queries.ts'
import { type Changes, changedSearch } from '../../api/list-pages.ts'
import { usersQuery } from '../../api/queries.ts'
import { AUDIT_ACTIONS, AUDIT_COLUMNS, EntryDialog } from '../../parts/audit.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../../parts/filters.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { words } from '../../words/index.ts'

const { audit: text, tabs } = words.settings
const route = getRouteApi('/shell/settings/audit')

export function AuditTab() {
  const { entry, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const page = useQuery(auditQuery(search))
  const { data: users } = useQuery(usersQuery)
  const change = (changed: Changes<AuditSearch>) =>
    void navigate({ search: changedSearch(search, changed), replace: true })
  const people = (users ?? []).map(({ id, attributes: { firstName, lastName } }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }))
  const isFiltered = Object.keys(search).length > 0
  return (
    <Section title={tabs.audit} isTitleHidden hint={text.hint}>
      <Filters label={text.filters}>
        <ChoiceFilter
          label={text.action}
          all={text.allActions}
          value={search.action}
          choices={AUDIT_ACTIONS}
          onChange={(action) => change({ action })}
        />
        <ChoiceFilter
          label={text.who}
          all={text.everybody}
          value={search.by}
          choices={people}
          onChange={(by) => change({ by })}
        />
        <DaysFilter label={text.days} {...search} onChange={change} />
      </Filters>
      <List
        label={tabs.audit}
        columns={AUDIT_COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
      {entry && <OneEntry id={entry} onClose={() => void navigate({ search })} />}
    </Section>
  )
}

const OneEntry = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <EntryDialog entry={useQuery(auditEntryQuery(id))} onClose={onClose} />
)
