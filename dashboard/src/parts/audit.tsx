/** Entries of an audit log: columns of a list, and one entry with an address of its own. */

import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../api/audit-queries.ts'
import { words } from '../words/index.ts'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './form.tsx'
import { Properties } from './properties.tsx'
import type { Column } from './table.tsx'
import { formatDateTime } from './time.ts'
import { When } from './when.tsx'

const { audit: text } = words.settings
export type AuditRow = { id: string; attributes: Partial<AuditEntry['attributes']> }

export const AUDIT_ACTIONS = Object.entries(text.actions).map(([value, label]) => ({ value, label }))

function actionOf({ applicationId, userId, ...entry }: AuditRow['attributes']): string {
  const action: string = entry.action ?? ''
  const ofAccount = applicationId || userId ? undefined : text.accountActions[action]
  return ofAccount ?? text.actions[action] ?? action
}

function authorOf({
  actedBy,
  byUserName,
  byApplicationName,
  supportSessionId,
}: AuditRow['attributes']): string {
  if (supportSessionId && byUserName) return words.support.author(byUserName)
  const person = byUserName ?? text.authors[actedBy ?? ''] ?? actedBy ?? ''
  return byApplicationName ? text.through(byApplicationName, person) : person
}

/** Of a brand or retailer; the operator sees whose entries they are, too. */
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  {
    key: 'what',
    title: text.what,
    cell: ({ id, attributes }) => (
      <>
        <Link to="." search={((old: object) => ({ ...old, entry: id })) as never}>
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

interface EntryProps {
  /** The result of `useQuery`. */
  entry: { data?: AuditEntry | undefined; error: Error | null }
  /** What only the operator is shown. */
  more?: readonly (readonly [string, string | null])[]
  onClose: () => void
}

export function EntryDialog({ entry: { data, error }, more = [], onClose }: EntryProps) {
  const attributes = data?.attributes
  return (
    <Dialog title={attributes ? actionOf(attributes) : text.entry} onClose={onClose}>
      <Problem error={error} />
      {!attributes && !error && <Skeleton height={200} />}
      {attributes && (
        <Properties
          items={[
            ...more,
            [text.subject, attributes.subjectName],
            [text.detail, attributes.detail ?? text.noDetail],
            [text.who, authorOf(attributes)],
            [text.where, attributes.address ?? text.unknown],
            [text.when, formatDateTime(attributes.createdAt)],
            [text.id, <CopyButton key="id" text={data.id} label={text.copyId} />],
          ]}
        />
      )}
    </Dialog>
  )
}
