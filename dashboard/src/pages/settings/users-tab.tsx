/** The users of the own account. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isOperator } from '../../access.ts'
import type { UsersApi } from '../../api/accounts-queries.ts'
import { client, send } from '../../api/client.ts'
import { usersQuery } from '../../api/queries.ts'
import { Users } from '../../parts/users.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { RulesSection } from './rules-section.tsx'

const { users: text } = words.settings
const route = getRouteApi('/shell/settings/users')

export function UsersTab() {
  const session = useSession()
  const { data: users, error } = useQuery(usersQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <Users
        api={OWN_USERS}
        users={users}
        error={error}
        hint={text.hint}
        selfId={session.user.id}
        roles={isOperator(session) ? ['operator'] : ['staff', 'owner']}
        search={search}
        open={(search) => void navigate({ search })}
      />
      <RulesSection />
    </>
  )
}

const USER = '/api/v1/users/{user}'

const OWN_USERS: UsersApi = {
  invite: (attributes) =>
    send(() => client.request('POST', '/api/v1/users', { body: { data: { type: 'users', attributes } } })),
  act: (id, action) =>
    send(() => client.request('POST', `${USER}/-actions/${action}`, { path: { user: id } })),
  giveRole: (id, role) =>
    send(() =>
      client.request('POST', `${USER}/-actions/change-role`, {
        path: { user: id },
        body: { data: { type: 'users', attributes: { role } } },
      }),
    ),
  remove: (id) => send(() => client.request('DELETE', USER, { path: { user: id } })),
}
