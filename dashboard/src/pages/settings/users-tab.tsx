/** The users of the account: inviting, changing roles, suspending, removing. */

import { ActionIcon, Button, Menu, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOperator } from '../../access.ts'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { type User, usersQuery } from '../../api/queries.ts'
import { Confirmation } from '../../parts/confirmation.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import { MoreIcon } from '../../parts/icons.tsx'
import { Section } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDateTime, formatRelative } from '../../parts/time.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'

const { users: text, account: fields, tabs } = words.settings

type Role = User['attributes']['role']
const TONES: Record<string, Tone> = { active: 'good', invited: 'info', suspended: 'wait' }

const nameOf = ({ attributes: { firstName, lastName } }: User) => `${firstName} ${lastName}`

export function UsersTab() {
  const queryClient = useQueryClient()
  const { user: self } = useSession()
  const { data: users, error } = useQuery(usersQuery)
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<User>()
  const [reset, setReset] = useState<User>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['users'] })
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => send(work), onSuccess: refresh })

  const columns: Column<User>[] = [
    {
      key: 'user',
      title: text.user,
      cell: (user) => (
        <>
          {nameOf(user)}
          {user.id === self.id && <> ({text.you})</>}
          <small>{user.attributes.email}</small>
        </>
      ),
    },
    { key: 'role', title: fields.role, cell: ({ attributes: { role } }) => words.roles[role] },
    {
      key: 'status',
      title: text.status,
      cell: ({ attributes: { status } }) => (
        <State tone={TONES[status] ?? 'info'} value={status}>
          {text.statuses[status] ?? status}
        </State>
      ),
    },
    {
      key: 'secondFactor',
      title: text.secondFactor,
      kind: 'fit',
      wide: true,
      cell: ({ attributes: { hasSecondFactor } }) =>
        hasSecondFactor ? text.hasSecondFactor : text.noSecondFactor,
    },
    {
      key: 'lastSignIn',
      title: text.lastSignIn,
      kind: 'number',
      wide: true,
      cell: ({ attributes: { lastSignedInAt } }) =>
        lastSignedInAt ? (
          <span title={formatDateTime(lastSignedInAt)}>{formatRelative(lastSignedInAt, Date.now())}</span>
        ) : (
          text.never
        ),
    },
    {
      key: 'actions',
      title: text.actionsTitle,
      isTitleHidden: true,
      kind: 'number',
      cell: (user) =>
        user.id !== self.id && (
          <UserMenu
            user={user}
            change={change.mutate}
            onReset={() => setReset(user)}
            onRemove={() => setRemoved(user)}
          />
        ),
    },
  ]
  return (
    <Section
      title={tabs.users}
      isTitleHidden
      hint={text.hint}
      actions={<Button onClick={() => setInviting(true)}>{text.invite}</Button>}
    >
      <Problem>{change.error ? messageOf(change.error) : ''}</Problem>
      <Table label={tabs.users} columns={columns} rows={users} error={error} idOf={({ id }) => id} />
      {isInviting && <InviteDialog refresh={refresh} onClose={() => setInviting(false)} />}
      {reset && (
        <Confirmation
          title={text.resetTitle(nameOf(reset))}
          submitWord={text.resetSubmit}
          onClose={() => setReset(undefined)}
          onConfirm={async () => {
            await send(() =>
              client.request('POST', '/api/v1/users/{user}/-actions/reset-second-factor', {
                path: { user: reset.id },
              }),
            )
            await refresh()
            setReset(undefined)
          }}
        >
          <p>{text.resetHint}</p>
        </Confirmation>
      )}
      {removed && (
        <Confirmation
          title={text.removeTitle(nameOf(removed))}
          submitWord={text.removeSubmit}
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await send(() => client.request('DELETE', '/api/v1/users/{user}', { path: { user: removed.id } }))
            await refresh()
            setRemoved(undefined)
          }}
        >
          <p>{text.removeHint}</p>
        </Confirmation>
      )}
    </Section>
  )
}

interface UserMenuProps {
  user: User
  change: (work: () => Promise<unknown>) => void
  onReset: () => void
  onRemove: () => void
}

function UserMenu({ user, change, onReset, onRemove }: UserMenuProps) {
  const { role, status, hasSecondFactor } = user.attributes
  const path = { user: user.id }
  const act = (action: 'suspend' | 'resume' | 'invite') =>
    change(() => client.request('POST', `/api/v1/users/{user}/-actions/${action}`, { path }))
  const giveRole = (role: Role) =>
    change(() =>
      client.request('POST', '/api/v1/users/{user}/-actions/change-role', {
        path,
        body: { data: { type: 'users', attributes: { role } } },
      }),
    )
  const other: Role | undefined = role === 'owner' ? 'staff' : role === 'staff' ? 'owner' : undefined
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text.actions(nameOf(user))}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {other && (
          <Menu.Item onClick={() => giveRole(other)}>{text.makeRole(words.roles[other] ?? other)}</Menu.Item>
        )}
        {status === 'invited' && <Menu.Item onClick={() => act('invite')}>{text.inviteAgain}</Menu.Item>}
        {status === 'active' && <Menu.Item onClick={() => act('suspend')}>{text.suspend}</Menu.Item>}
        {status === 'suspended' && <Menu.Item onClick={() => act('resume')}>{text.resume}</Menu.Item>}
        {hasSecondFactor && role !== 'operator' && (
          <Menu.Item onClick={onReset}>{text.resetSecondFactor}</Menu.Item>
        )}
        <Menu.Item onClick={onRemove}>{text.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function InviteDialog({ refresh, onClose }: { refresh: () => Promise<void>; onClose: () => void }) {
  const roles: Role[] = isOperator(useSession()) ? ['operator'] : ['staff', 'owner']
  return (
    <Dialog onClose={onClose} title={text.inviteTitle}>
      <Form
        submit={async ({ email = '', firstName = '', lastName = '', role }) => {
          await send(() =>
            client.request('POST', '/api/v1/users', {
              body: {
                data: { type: 'users', attributes: { email, firstName, lastName, role: role as Role } },
              },
            }),
          )
          await refresh()
          onClose()
        }}
      >
        {({ isPending, errorOf }) => (
          <>
            <p>{text.inviteHint}</p>
            <TextInput
              name="email"
              type="email"
              label={fields.email}
              error={errorOf('email')}
              required
              data-autofocus
            />
            <TextInput name="firstName" label={fields.firstName} error={errorOf('firstName')} required />
            <TextInput name="lastName" label={fields.lastName} error={errorOf('lastName')} required />
            <NativeSelect
              name="role"
              label={fields.role}
              data={roles.map((role) => ({ value: role, label: words.roles[role] ?? role }))}
              error={errorOf('role')}
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending}>
                {text.inviteSubmit}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
