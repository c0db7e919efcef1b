/** Where the user is signed in, and signing out there. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client, send } from '../../api/client.ts'
import { devicesQuery, type Session, sessionsQuery } from '../../api/queries.ts'
import { Problem } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RealWhen } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import { deviceOf } from './device.ts'
import { DevicesSection } from './devices-section.tsx'
import styles from './settings.module.css'

const { sessions: text, tabs } = words.settings

export function SessionsTab() {
  const queryClient = useQueryClient()
  const { data: sessions, error } = useQuery(sessionsQuery)
  const {
    mutate,
    isPending,
    error: refusal,
  } = useMutation({
    mutationFn: (session: string) =>
      send(() => client.request('DELETE', '/api/v1/sessions/{session}', { path: { session } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  return (
    <>
      <Section title={tabs.sessions} isTitleHidden hint={text.hint}>
        <Problem error={refusal} />
        <Table
          label={tabs.sessions}
          columns={columnsOf(mutate, isPending)}
          rows={sessions}
          error={error}
          idOf={({ id }) => id}
        />
      </Section>
      <DevicesSection />
    </>
  )
}

const columnsOf = (revoke: (id: string) => void, isRevoking: boolean): Column<Session>[] => [
  {
    key: 'device',
    title: text.device,
    cell: ({ attributes: { userAgent, isCurrent, address } }) => (
      <>
        <span className={styles.row}>
          <span title={userAgent ?? undefined}>{deviceOf(userAgent) ?? text.unknownDevice}</span>
          {isCurrent && <State tone="good">{text.current}</State>}
        </span>
        <small>{address}</small>
      </>
    ),
  },
  {
    key: 'signedIn',
    title: text.signedIn,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => <RealWhen at={createdAt} />,
  },
  {
    key: 'lastSeen',
    title: text.lastSeen,
    kind: 'number',
    cell: ({ attributes: { lastSeenAt } }) => <RealWhen at={lastSeenAt} />,
  },
  {
    key: 'actions',
    title: text.revoke,
    isTitleHidden: true,
    kind: 'number',
    cell: ({ id, attributes: { isCurrent, userAgent } }) =>
      !isCurrent && (
        <Button
          size="xs"
          disabled={isRevoking}
          onClick={() => revoke(id)}
          aria-label={text.revokeOf(deviceOf(userAgent) ?? text.unknownDevice)}
        >
          {text.revoke}
        </Button>
      ),
  },
]
