/** The users of an account: inviting, changing roles, suspending, removing. The open dialog is in the address. */

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Role, UsersApi } from '../api/accounts-queries.ts'
import type { User } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { SelectField, TextField } from './fields.tsx'
import { Problem } from './form.tsx'
import { MoreIcon } from './icons.tsx'
import { Section } from './page.tsx'
import type { UsersSearch } from './search-parameters.ts'
import { State, type Tone } from './state.tsx'
import { type Column, Table } from './table.tsx'
import { RealWhen } from './when.tsx'

const { users: text, account: fields, tabs } = words.settings

const CHANGES = ['users']
const TONES: Record<string, Tone> = { active: 'good', invited: 'info', suspended: 'wait' }

export const nameOfUser = ({ attributes: { firstName, lastName } }: User) => `${firstName} ${lastName}`

interface UsersProps {
  api: UsersApi
  users: readonly User[] | undefined
  error: Error | null
  hint: string
  /** The viewer, who does nothing to themselves. */
  selfId: string
  roles: readonly Role[]
  search: UsersSearch
  open: (search: UsersSearch) => void
}

export function Users({ api, users, error, hint, selfId, roles, search, open }: UsersProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CHANGES }),
  })
  const chosen = users?.find(({ id }) => id === search.user)
  const close = () => open({})
  const columns = columnsOf(selfId, (user) => (
    <UserMenu user={user} api={api} change={change.mutate} open={open} />
  ))
  return (
    <Section
      title={tabs.users}
      isTitleHidden
      hint={hint}
      actions={<Button onClick={() => open({ dialog: 'invite' })}>{text.invite}</Button>}
    >
      <Problem error={change.error} />
      <Table label={tabs.users} columns={columns} rows={users} error={error} idOf={({ id }) => id} />
      {search.dialog === 'invite' && <InviteDialog api={api} roles={roles} onClose={close} />}
      {search.dialog === 'reset' && chosen && (
        <ActionDialog
          title={text.resetTitle(nameOfUser(chosen))}
          submitWord={text.resetSubmit}
          isDangerous
          submit={() => api.act(chosen.id, 'reset-second-factor')}
          changes={CHANGES}
          onClose={close}
        >
          <p>{text.resetHint}</p>
        </ActionDialog>
      )}
      {search.dialog === 'remove' && chosen && (
        <ActionDialog
          title={text.removeTitle(nameOfUser(chosen))}
          submitWord={text.removeSubmit}
          isDangerous
          submit={() => api.remove(chosen.id)}
          changes={CHANGES}
          onClose={close}
        >
          <p>{text.removeHint}</p>
        </ActionDialog>
      )}
    </Section>
  )
}

const columnsOf = (selfId: string, menuOf: (user: User) => ReactNode): Column<User>[] => [
  {
    key: 'user',
    title: text.user,
    cell: (user) => (
      <>
        {nameOfUser(user)}
        {user.id === selfId && <> ({text.you})</>}
        <small>{user.attributes.email}</small>
      </>
    ),
  },
  { key: 'role', title: fields.role, kind: 'fit', cell: ({ attributes: { role } }) => words.roles[role] },
  {
    key: 'status',
    title: text.status,
    cell: ({ attributes: { status } }) => (
      <State tone={TONES[status] ?? 'info'}>{text.statuses[status] ?? status}</State>
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
      lastSignedInAt ? <RealWhen at={lastSignedInAt} /> : text.never,
  },
  {
    key: 'actions',
    title: text.actionsTitle,
    isTitleHidden: true,
    kind: 'number',
    cell: (user) => user.id !== selfId && menuOf(user),
  },
]

interface UserMenuProps {
  user: User
  api: UsersApi
  change: (work: () => Promise<unknown>) => void
  open: UsersProps['open']
}

function UserMenu({ user, api, change, open }: UserMenuProps) {
  const { role, status, hasSecondFactor } = user.attributes
  const act = (action: 'suspend' | 'resume' | 'invite') => change(() => api.act(user.id, action))
  const other: Role | undefined = role === 'owner' ? 'staff' : role === 'staff' ? 'owner' : undefined
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text.actions(nameOfUser(user))}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {other && (
          <Menu.Item onClick={() => change(() => api.giveRole(user.id, other))}>
            {text.makeRole[other] ?? other}
          </Menu.Item>
        )}
        {status === 'invited' && <Menu.Item onClick={() => act('invite')}>{text.inviteAgain}</Menu.Item>}
        {status === 'active' && <Menu.Item onClick={() => act('suspend')}>{text.suspend}</Menu.Item>}
        {status === 'suspended' && <Menu.Item onClick={() => act('resume')}>{text.resume}</Menu.Item>}
        {hasSecondFactor && role !== 'operator' && (
          <Menu.Item onClick={() => open({ dialog: 'reset', user: user.id })}>
            {text.resetSecondFactor}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => open({ dialog: 'remove', user: user.id })}>{text.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface InviteProps {
  api: UsersApi
  roles: readonly Role[]
  onClose: () => void
}

function InviteDialog({ api, roles, onClose }: InviteProps) {
  return (
    <ActionDialog
      title={text.inviteTitle}
      submitWord={text.inviteSubmit}
      submit={({ email = '', firstName = '', lastName = '', role }) =>
        api.invite({ email, firstName, lastName, role: role as Role })
      }
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{text.inviteHint}</p>
      <TextField name="email" type="email" label={fields.email} required data-autofocus />
      <TextField name="firstName" label={fields.firstName} required />
      <TextField name="lastName" label={fields.lastName} required />
      <SelectField
        name="role"
        label={fields.role}
        data={roles.map((role) => ({ value: role, label: words.roles[role] ?? role }))}
      />
    </ActionDialog>
  )
}
