/** Which apps call what is deprecated, the next end first. */
import { useQuery } from '@tanstack/react-query'
import { ownDeprecatedCallsQuery } from '../../api/queries.ts'
import { DEPRECATED_CALL } from '../../parts/deprecated-call.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'
import { IntegrationsHeader } from './integrations-header.tsx'

const { deprecations: text } = words.integrations

export function DeprecationsPage() {
  const { data, error } = useQuery(ownDeprecatedCallsQuery)
  // Without an end last.
  const rows = data?.toSorted((one, other) =>
    (one.attributes.endsAt ?? '9').localeCompare(other.attributes.endsAt ?? '9'),
  )
  const columns: Column<NonNullable<typeof rows>[number]>[] = [
    { key: 'app', title: text.app, kind: 'fit', cell: ({ attributes }) => attributes.applicationName },
    ...DEPRECATED_CALL,
  ]
  return (
    <>
      <IntegrationsHeader title={text.title} />
      <Section title={text.title} isTitleHidden hint={text.hint}>
        <Table
          label={text.title}
          columns={columns}
          rows={rows}
          error={error}
          idOf={({ id }) => id}
          empty={<Empty>{text.none}</Empty>}
        />
      </Section>
    </>
  )
}
