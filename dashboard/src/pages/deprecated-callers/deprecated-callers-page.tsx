/** Who still calls what is deprecated. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { deprecatedCallersQuery } from '../../api/systems-queries.ts'
import { DEPRECATED_CALL } from '../../parts/deprecated-call.tsx'
import { List } from '../../parts/list.tsx'
import { Empty, PageHeader } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'

const { deprecatedCallers: text } = words.systems
const route = getRouteApi('/shell/operator/deprecations')

export function DeprecatedCallersPage() {
  const page = useQuery(deprecatedCallersQuery(route.useSearch()))
  type Row = NonNullable<typeof page.data>['rows'][number]
  const columns: Column<Row>[] = [
    {
      key: 'caller',
      title: text.caller,
      cell: ({ attributes: { accountName, applicationName, developerEmail } }) => (
        <>
          {accountName ?? text.operator}
          <small>
            {applicationName} · <a href={`mailto:${developerEmail}`}>{developerEmail}</a>
          </small>
        </>
      ),
    },
    ...DEPRECATED_CALL,
  ]
  return (
    <>
      <PageHeader title={text.title} note={text.hint} />
      <List
        label={text.title}
        columns={columns}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{text.none}</Empty>}
      />
    </>
  )
}
