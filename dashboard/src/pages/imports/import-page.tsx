/** One import: how far it is, what became of each product, and sending again what failed. */

import { Button, Progress } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ImportResult } from '@tradehall/client'
import { useState } from 'react'
import {
  cancelOperation,
  errorReportOf,
  operationQuery,
  RESULT_STATUSES,
  resultsQuery,
  type ShownOperation,
} from '../../api/imports-queries.ts'
import { positionIn } from '../../api/list-pages.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { saveBlob } from '../../parts/download-button.tsx'
import { Problem } from '../../parts/form.tsx'
import { List } from '../../parts/list.tsx'
import { Columns, Empty, PageHeader, Section, Tabs } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { State } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { issueText, nameOfField } from './flaw-texts.ts'
import { ImportState } from './import-state.tsx'
import { ResendDialog } from './resend-dialog.tsx'

const { imports: text, productFiles } = words
const route = getRouteApi('/shell/imports/$operationId')

export function ImportPage() {
  const { operationId } = route.useParams()
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: operation } = useSuspenseQuery(operationQuery(operationId))
  const { status, operationType, totalProductsCount: total, ...attributes } = operation.attributes
  const done = attributes.processedProductsCount + attributes.failedProductsCount
  const isOver = !['created', 'pending', 'started'].includes(status)
  const skipped = status === 'cancelled' && attributes.startedAt !== null ? total - done : 0
  const open = (dialog?: 'cancel' | 'resend') =>
    void navigate({ search: { ...search, ...(dialog && { dialog }) } })
  const kind = text.one(text.kinds[operationType] ?? operationType)
  return (
    <>
      <PageHeader
        title={kind}
        trail={<Link to={paths.imports}>{text.title}</Link>}
        state={<ImportState operation={operation} />}
        note={text.progress(done, total)}
        actions={
          <>
            {isOver && attributes.failedProductsCount > 0 && <ErrorReport operationId={operationId} />}
            {isOver && attributes.failedProductsCount + skipped > 0 && (
              <Button variant="filled" onClick={() => open('resend')}>
                {text.resend}
              </Button>
            )}
            {!isOver && !operation.meta?.cancelRequestedAt && (
              <Button onClick={() => open('cancel')}>{text.cancel}</Button>
            )}
          </>
        }
      />
      {!isOver && (
        <Progress value={(done / Math.max(total, 1)) * 100} aria-label={text.progress(done, total)} mb={16} />
      )}
      <Columns aside={<Details operation={operation} />}>
        <Results isOver={isOver} />
      </Columns>
      {dialog === 'cancel' && (
        <ActionDialog
          title={text.cancelTitle}
          submitWord={text.cancelSubmit}
          isDangerous
          submit={() => cancelOperation(operationId)}
          changes={['catalog-integration-operation']}
          onClose={() => open()}
        >
          <p>{text.cancelHint}</p>
        </ActionDialog>
      )}
      {dialog === 'resend' && <ResendDialog operation={operation} onClose={() => open()} />}
    </>
  )
}

function Details({ operation: { attributes, meta } }: { operation: ShownOperation }) {
  const { source, updateFields, createdAt, startedAt, completedAt, callbackUrl } = attributes
  return (
    <Section title={text.properties}>
      <Properties
        items={[
          [text.by, meta?.createdBy?.name ?? text.server],
          [text.created, <When key="created" at={createdAt} />],
          ...(startedAt ? [[text.startedAt, <When key="started" at={startedAt} />] as const] : []),
          ...(completedAt ? [[text.completedAt, <When key="completed" at={completedAt} />] as const] : []),
          [text.source, source],
          ...(updateFields.length > 0 ? [[text.updateFields, updateFields.join(', ')] as const] : []),
          ...(callbackUrl ? [[text.callback, meta?.callback?.outcome ?? ''] as const] : []),
        ]}
      />
    </Section>
  )
}

function ErrorReport({ operationId }: { operationId: string }) {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false })
  async function save() {
    setState({ isPending: true })
    try {
      saveBlob(`import-${operationId.slice(0, 8)}.errors.xlsx`, await errorReportOf(operationId))
      setState({ isPending: false })
    } catch (error) {
      setState({ isPending: false, error })
    }
  }
  return (
    <>
      <Problem error={state.error} />
      <Button loading={state.isPending} onClick={() => void save()}>
        {text.report}
      </Button>
    </>
  )
}

const COLUMNS: readonly Column<ImportResult>[] = [
  { key: 'product', title: text.product, cell: ({ attributes }) => attributes.externalProductId },
  {
    key: 'status',
    title: text.status,
    kind: 'fit',
    cell: ({ attributes: { status } }) => (
      <State tone={status === 'success' ? 'good' : status === 'failure' ? 'bad' : 'wait'}>
        {text.resultStatuses[status] ?? status}
      </State>
    ),
  },
  {
    key: 'reason',
    title: text.reason,
    cell: ({ attributes: { issues, failureReason } }) =>
      issues.length === 0
        ? failureReason && text.resultReasons[failureReason]
        : issues.map((issue) => (
            <div key={`${issue.field} ${issue.message}`}>
              {issue.field
                ? productFiles.about(nameOfField(issue.field), issueText(issue))
                : issueText(issue)}
            </div>
          )),
  },
]

function Results({ isOver }: { isOver: boolean }) {
  const { operationId } = route.useParams()
  const { status, after, before } = route.useSearch()
  const page = useQuery(resultsQuery(operationId, status, positionIn({ after, before })))
  const to = `/imports/${operationId}` as '/imports/new'
  const tabs = [
    { to, search: {}, title: text.allResults },
    ...RESULT_STATUSES.map((value) => ({
      to,
      search: { status: value },
      title: text.resultStatuses[value] ?? value,
    })),
  ]
  return (
    <Section title={text.results}>
      <Tabs label={text.results} tabs={tabs} />
      <List
        label={text.results}
        columns={COLUMNS}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{isOver ? text.noResults : text.noResultsYet}</Empty>}
      />
    </Section>
  )
}
