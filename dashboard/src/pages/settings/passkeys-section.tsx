/** The passkeys of the user: adding, renaming and removing them. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { addPasskey, isCancelled, passkeyHindrance } from '../../api/passkeys.ts'
import { type Passkey, passkeysQuery, secondFactorQuery } from '../../api/queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Section } from '../../parts/page.tsx'
import { PasskeyHindrance } from '../../parts/passkey-button.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RealWhen } from '../../parts/when.tsx'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { passkeys: text } = words.security
const PASSKEY = '/api/v1/users/current/passkeys/{passkey}'
type Dialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function PasskeysSection({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const queryClient = useQueryClient()
  const { data: passkeys, error } = useQuery(passkeysQuery)
  const { data: factor } = useQuery(secondFactorQuery)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const refresh = async () => {
    for (const key of ['passkeys', 'second-factors', 'sessions'])
      await queryClient.invalidateQueries({ queryKey: [key] })
    close()
  }
  async function add({ name = '' }: Record<string, string | undefined>) {
    try {
      const { data } = await addPasskey(name)
      if (data.attributes.recoveryCodes) onCodes(data.attributes.recoveryCodes)
    } catch (failure) {
      throw isCancelled(failure) ? new Error(text.cancelled) : failure
    }
    await refresh()
  }
  const hindrance = passkeyHindrance()
  return (
    <Section
      title={text.title}
      hint={text.hint}
      actions={!hindrance && <Button onClick={() => setDialog({ kind: 'add' })}>{text.add}</Button>}
    >
      <PasskeyHindrance />
      {passkeys && passkeys.length > 0 && (
        <Table
          label={text.title}
          columns={columnsOf(setDialog)}
          rows={passkeys}
          error={error}
          idOf={({ id }) => id}
        />
      )}
      {!hindrance && passkeys?.length === 0 && <p className={styles.hint}>{text.none}</p>}
      {dialog?.kind === 'add' && (
        <ActionDialog title={text.addTitle} submitWord={text.addSubmit} onClose={close} submit={add}>
          <p>{text.addHint}</p>
          <TextField name="name" label={text.name} description={text.nameHint} required data-autofocus />
        </ActionDialog>
      )}
      {dialog?.kind === 'rename' && (
        <ActionDialog
          title={text.renameTitle(dialog.passkey.attributes.name)}
          submitWord={words.save}
          onClose={close}
          submit={async ({ name = '' }) => {
            await send(() =>
              client.request('PATCH', PASSKEY, {
                path: { passkey: dialog.passkey.id },
                body: { data: { type: 'passkeys', attributes: { name } } },
              }),
            )
            await refresh()
          }}
        >
          <TextField
            name="name"
            label={text.name}
            defaultValue={dialog.passkey.attributes.name}
            required
            data-autofocus
          />
        </ActionDialog>
      )}
      {dialog?.kind === 'remove' && (
        <ActionDialog
          title={text.removeTitle(dialog.passkey.attributes.name)}
          submitWord={text.removeSubmit}
          isDangerous
          onClose={close}
          submit={async () => {
            await send(() => client.request('DELETE', PASSKEY, { path: { passkey: dialog.passkey.id } }))
            await refresh()
          }}
        >
          <p>{text.removeHint}</p>
          {passkeys?.length === 1 && factor?.attributes.hasApp === false && <p>{text.removeLastHint}</p>}
        </ActionDialog>
      )}
    </Section>
  )
}

const columnsOf = (open: (dialog: Dialog) => void): Column<Passkey>[] => [
  { key: 'name', title: text.name, cell: ({ attributes: { name } }) => name },
  {
    key: 'added',
    title: text.added,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { createdAt } }) => <RealWhen at={createdAt} />,
  },
  {
    key: 'used',
    title: text.used,
    kind: 'number',
    cell: ({ attributes: { lastUsedAt } }) => (lastUsedAt ? <RealWhen at={lastUsedAt} /> : text.never),
  },
  {
    key: 'actions',
    title: text.actions,
    isTitleHidden: true,
    kind: 'number',
    cell: (passkey) => (
      <span className={styles.actions}>
        <Button
          size="xs"
          aria-label={text.renameTitle(passkey.attributes.name)}
          onClick={() => open({ kind: 'rename', passkey })}
        >
          {text.rename}
        </Button>
        <Button
          size="xs"
          aria-label={text.removeTitle(passkey.attributes.name)}
          onClick={() => open({ kind: 'remove', passkey })}
        >
          {text.remove}
        </Button>
      </span>
    ),
  },
]
