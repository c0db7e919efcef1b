/** Who did what in the account, when, and from where. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { messageOf } from '../../api/errors.ts'
import { type Changes, changedSearch } from '../../api/pages.ts'
import { usersQuery } from '../../api/queries.ts'
import { type AuditEntry, type AuditSearch, auditEntryQuery, auditQuery } from '../../api/settings-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceFilter, DaysFilter, Filters } from '../../parts/filters.tsx'
import { Problem } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import type { Column } from '../../parts/table.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'

const { audit: text, tabs } = words.settings
const route = getRouteApi('/shell/settings/audit')
type Row = { id: string; attributes: Partial<AuditEntry['attributes']> }

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
          choices={Object.entries(text.actions).map(([value, label]) => ({ value, label }))}
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
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isFiltered ? text.noneMatching : text.none}</Empty>}
      />
      {entry && <EntryDialog id={entry} onClose={() => void navigate({ search })} />}
    </Section>
  )
}

const actionOf = ({ action }: Row['attributes']) => text.actions[action ?? ''] ?? action ?? ''

function authorOf({ actedBy, byUserName, byApplicationName }: Row['attributes']): string {
  const person = byUserName ?? text.authors[actedBy ?? ''] ?? actedBy ?? ''
  return byApplicationName ? text.through(byApplicationName, person) : person
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'what',
    title: text.what,
    cell: ({ id, attributes }) => (
      <>
        <Link to={paths.audit} search={(old: object) => ({ ...old, entry: id })} title={attributes.action}>
          {actionOf(attributes)}
        </Link>
        <small>{[attributes.subjectName, attributes.detail].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  { key: 'who', title: text.who, cell: ({ attributes }) => authorOf(attributes) },
  {
    key: 'where',
    title: text.where,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { address } }) => address ?? text.unknown,
  },
  {
    key: 'when',
    title: text.when,
    kind: 'number',
    cell: ({ attributes: { createdAt } }) => createdAt && <When at={createdAt} />,
  },
]

function EntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery(auditEntryQuery(id))
  const attributes = data?.attributes
  return (
    <Dialog title={attributes ? actionOf(attributes) : text.entry} onClose={onClose}>
      <Problem>{error ? messageOf(error) : ''}</Problem>
      {!attributes && !error && <Skeleton height={200} />}
      {attributes && (
        <Properties
          items={[
            [text.action, <code key="action">{attributes.action}</code>],
            [text.subject, attributes.subjectName],
            [text.detail, attributes.detail ?? text.noDetail],
            [text.who, authorOf(attributes)],
            [text.where, attributes.address ?? text.unknown],
            [text.when, formatDateTime(attributes.createdAt)],
            [text.id, <code key="id">{id}</code>],
          ]}
        />
      )}
    </Dialog>
  )
}
