/** The browsers in which the user has signed in before, and forgetting them. */
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client, send } from '../../api/client.ts'
import { type Device, devicesQuery } from '../../api/queries.ts'
import { Problem } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RealWhen } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import { deviceOf } from './device.ts'

const { devices: text } = words.security
const nameOf = ({ attributes: { userAgent } }: Device) =>
  deviceOf(userAgent) ?? words.settings.sessions.unknownDevice

export function DevicesSection() {
  const queryClient = useQueryClient()
  const { data: devices, error } = useQuery(devicesQuery)
  const forgetting = useMutation({
    mutationFn: (device: string) =>
      send(() => client.request('DELETE', '/api/v1/users/current/devices/{device}', { path: { device } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  return (
    <Section title={text.title} hint={text.hint}>
      <Problem error={forgetting.error} />
      <Table
        label={text.title}
        columns={columnsOf(forgetting.mutate, forgetting.isPending)}
        rows={devices}
        error={error}
        idOf={({ id }) => id}
      />
    </Section>
  )
}

const columnsOf = (forget: (id: string) => void, isForgetting: boolean): Column<Device>[] => [
  {
    key: 'device',
    title: text.device,
    cell: (device) => (
      <>
        <span title={device.attributes.userAgent ?? undefined}>{nameOf(device)}</span>
        <small>{device.attributes.address}</small>
      </>
    ),
  },
  {
    key: 'first',
    title: text.first,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => <RealWhen at={createdAt} />,
  },
  {
    key: 'last',
    title: text.last,
    kind: 'number',
    cell: ({ attributes: { lastUsedAt } }) => <RealWhen at={lastUsedAt} />,
  },
  {
    key: 'actions',
    title: text.forget,
    isTitleHidden: true,
    kind: 'number',
    cell: (device) => (
      <Button
        size="xs"
        disabled={isForgetting}
        onClick={() => forget(device.id)}
        aria-label={text.forgetOf(nameOf(device))}
      >
        {text.forget}
      </Button>
    ),
  },
]
