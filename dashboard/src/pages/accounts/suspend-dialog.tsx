/** Suspending and resuming an account, with what follows from it. */
import { Button, Skeleton, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AccountKind, appsOfQuery, setSuspended, usersOfQuery } from '../../api/accounts-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, type Values } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'

const { accounts: text } = words

interface SuspendProps {
  kind: AccountKind
  id: string
  name: string
  /** What it is to be. */
  isSuspended: boolean
  onClose: () => void
}

export function SuspendDialog({ kind, id, name, isSuspended, onClose }: SuspendProps) {
  const queryClient = useQueryClient()
  const { data: users } = useQuery(usersOfQuery(kind, id))
  const { data: apps } = useQuery(appsOfQuery(kind, id))
  const submit = async ({ reason = '' }: Values) => {
    await setSuspended(kind, id, isSuspended, reason.trim())
    await Promise.all(
      [`${kind}s`, 'audit-entries'].map((type) => queryClient.invalidateQueries({ queryKey: [type] })),
    )
    onClose()
  }
  return (
    <Dialog title={isSuspended ? text.suspendTitle(name) : text.resumeTitle(name)} onClose={onClose}>
      <Form submit={submit}>
        {({ isPending, errorOf }) => (
          <>
            {isSuspended ? (
              <>
                {users && apps ? (
                  <p>{text.suspendCounts(users.length, apps.length)}</p>
                ) : (
                  <Skeleton height={60} />
                )}
                <p>{kind === 'brand' ? text.suspendBrand : text.suspendRetailer}</p>
              </>
            ) : (
              <p>{text.resumeHint}</p>
            )}
            <Textarea
              name="reason"
              label={text.reason}
              description={text.reasonHint}
              error={errorOf('reason')}
              required={isSuspended}
              withAsterisk={false}
              maxLength={500}
              rows={3}
              data-autofocus
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant={isSuspended ? 'danger' : 'filled'} loading={isPending}>
                {isSuspended ? text.suspendSubmit : text.resumeSubmit}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
