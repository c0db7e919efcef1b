/** Suspending and resuming an account, with what follows from it. */

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AccountKind, appsOfQuery, setSuspended, usersOfQuery } from '../../api/accounts-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { AreaField } from '../../parts/fields.tsx'
import { words } from '../../words/index.ts'

const { accounts: text } = words

interface SuspendProps {
  kind: AccountKind
  id: string
  name: string
  /** Whether the account is suspended afterwards. */
  isSuspended: boolean
  onClose: () => void
}

export function SuspendDialog({ kind, id, name, isSuspended, onClose }: SuspendProps) {
  const { data: users } = useQuery(usersOfQuery(kind, id))
  const { data: apps } = useQuery(appsOfQuery(kind, id))
  return (
    <ActionDialog
      title={isSuspended ? text.suspendTitle(name) : text.resumeTitle(name)}
      submitWord={isSuspended ? text.suspendSubmit : text.resumeSubmit}
      isDangerous={isSuspended}
      submit={({ reason = '' }) => setSuspended(kind, id, isSuspended, reason.trim())}
      changes={[`${kind}s`, 'audit-entries']}
      onClose={onClose}
    >
      {isSuspended ? (
        <>
          {users && apps ? <p>{text.suspendCounts(users.length, apps.length)}</p> : <Skeleton height={60} />}
          <p>{kind === 'brand' ? text.suspendBrand : text.suspendRetailer}</p>
        </>
      ) : (
        <p>{text.resumeHint}</p>
      )}
      <AreaField
        name="reason"
        label={text.reason}
        description={text.reasonHint}
        required={isSuspended}
        withAsterisk={false}
        maxLength={500}
        rows={3}
        data-autofocus
      />
    </ActionDialog>
  )
}
