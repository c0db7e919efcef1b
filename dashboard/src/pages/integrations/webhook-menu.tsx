/** What can be done with a webhook. Staff send tests, pause and resume; the rest is for owners. */
import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mayManageApps } from '../../access.ts'
import { client, send } from '../../api/client.ts'
import type { Subscription } from '../../api/integrations-queries.ts'
import { MoreIcon } from '../../parts/icons.tsx'
import { webhookStateOf } from '../../parts/webhook-state.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import type { WebhookDialog } from './search-parameters.ts'

const { webhooks: text } = words.integrations

interface WebhookMenuProps {
  webhook: Pick<Subscription, 'id' | 'attributes'>
  open: (dialog: WebhookDialog) => void
}

export function WebhookMenu({ webhook, open }: WebhookMenuProps) {
  const isOwner = mayManageApps(useSession())
  const { mutate } = useSwitch(webhook.id)
  const state = webhookStateOf(webhook.attributes)
  const isStopped = state === 'paused' || state === 'disabled'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text.actions(webhook.attributes.url)}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open('test')} disabled={isStopped}>
          {text.test}
        </Menu.Item>
        {isOwner && <Menu.Item onClick={() => open('edit')}>{text.edit}</Menu.Item>}
        <Menu.Item onClick={() => mutate(isStopped ? 'resume' : 'pause')}>
          {isStopped ? text.resume : text.pause}
        </Menu.Item>
        {isOwner && <Menu.Item onClick={() => open('rotate')}>{text.rotate}</Menu.Item>}
        {isOwner && <Menu.Item onClick={() => open('remove')}>{text.remove}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

export function useSwitch(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: 'pause' | 'resume') =>
      send(() =>
        client.request('POST', `/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/${action}`, {
          path: { webhookSubscription: id },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhook-subscriptions'] }),
  })
}
