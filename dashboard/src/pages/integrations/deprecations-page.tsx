/** Which apps call what is deprecated, the next end first. */
import { useQuery } from '@tanstack/react-query'
import { ownDeprecatedCallsQuery } from '../../api/queries.ts'
import { Ends } from '../../parts/ends.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { REFERENCE } from '../../paths.ts'
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
    {
      key: 'operation',
      title: text.operation,
      cell: ({ attributes: { method, path, replacement } }) => (
        <>
          <code>
            {method} {path}
          </code>
          <small>{replacement ?? <a href={REFERENCE}>{text.instead}</a>}</small>
        </>
      ),
    },
    {
      key: 'calls',
      title: text.calls,
      kind: 'number',
      wide: true,
      cell: ({ attributes }) => attributes.calls,
    },
    {
      key: 'last',
      title: text.last,
      kind: 'number',
      wide: true,
      cell: ({ attributes }) => <When at={attributes.lastCalledAt} />,
    },
    {
      key: 'ends',
      title: text.ends,
      kind: 'number',
      cell: ({ attributes }) => <Ends at={attributes.endsAt} />,
    },
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
