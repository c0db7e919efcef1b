/** The menu of the account: its page, the theme, and the way out. */
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { endSupport } from '../api/support-queries.ts'
import { paths, REFERENCE } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { AccountButton } from './account-button.tsx'

const { navigation } = words

export const THEMES: readonly [MantineColorScheme, string][] = [
  ['light', navigation.themeLight],
  ['dark', navigation.themeDark],
  ['auto', navigation.themeAuto],
]

export function AccountMenu({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const { user, role, support } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-start" width={240} defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.firstName} {user.lastName} · {words.roles[support ? 'operator' : role]}
          <br />
          {user.email}
        </Menu.Label>
        {!support && (
          <Menu.Item onClick={() => navigate({ to: paths.account })}>{words.settings.tabs.account}</Menu.Item>
        )}
        <Menu.Item component="a" href={REFERENCE}>
          {navigation.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {THEMES.map(([scheme, title]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={signOut.run}>{signOut.label}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The way out: of a support session it leads back to the operator's own. */
export function useSignOut(): { label: string; run: () => void } {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { mutate: leave } = useMutation({ mutationFn: () => endSupport(session.id) })
  const { mutate: signOut } = useMutation({
    mutationFn: () => client.request('DELETE', '/api/v1/sessions/current'),
    // Also when the session had ended before.
    onSettled: async () => {
      await navigate({ to: paths.signIn })
      // What the sign-in page asks for goes on.
      queryClient.removeQueries({ type: 'inactive' })
      queryClient.getMutationCache().clear()
    },
  })
  return session.attributes.support
    ? { label: navigation.endSupport, run: leave }
    : { label: navigation.signOut, run: signOut }
}
