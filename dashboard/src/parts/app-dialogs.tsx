/** The dialogs of applications. */

import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AppsApi, NewApp } from '../api/accounts-queries.ts'
import type { OwnApplication } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx'
import styles from './apps.module.css'
import { CopyButton } from './copy-button.tsx'
import { DownloadButton } from './download-button.tsx'
import { SelectField, TextField } from './fields.tsx'
import { Properties } from './properties.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const { apps: text } = words

interface DialogProps {
  api: AppsApi
  onClose: () => void
}
interface IssuingProps extends DialogProps {
  /** With the secret, which is shown this once. */
  onIssued: (app: OwnApplication) => void
}

const CHANGES = ['applications']

interface CreateProps extends IssuingProps {
  developerEmail: string
  /** The users to choose from; nobody is asked without them. */
  users?: readonly { value: string; label: string }[]
}

export function CreateAppDialog({ api, developerEmail, users, onIssued, onClose }: CreateProps) {
  return (
    <AppForm
      title={text.createTitle}
      submitWord={text.create}
      developerEmail={developerEmail}
      users={users}
      submit={api.create}
      onDone={onIssued}
      onClose={onClose}
    />
  )
}

export function EditAppDialog({ api, app, onClose }: DialogProps & { app: OwnApplication }) {
  const { name, developerEmail } = app.attributes
  return (
    <AppForm
      title={text.editTitle(name)}
      submitWord={text.editSubmit}
      name={name}
      developerEmail={developerEmail}
      onClose={onClose}
      submit={(attributes) => api.update(app.id, attributes)}
    />
  )
}

interface AppFormProps<Result> extends Omit<ActionDialogProps<Result>, 'submit' | 'children'> {
  name?: string
  developerEmail: string
  users?: CreateProps['users'] | undefined
  submit: (attributes: NewApp) => Promise<Result>
}

function AppForm<Result>({ name, developerEmail, users, submit, ...dialog }: AppFormProps<Result>) {
  return (
    <ActionDialog
      {...dialog}
      changes={CHANGES}
      submit={({ name = '', developerEmail = '', userId }) =>
        submit({ name, developerEmail, ...(userId !== undefined && { userId }) })
      }
    >
      <TextField
        name="name"
        label={text.name}
        description={text.nameHint}
        defaultValue={name}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        name="developerEmail"
        type="email"
        label={text.contact}
        description={text.contactHint}
        defaultValue={developerEmail}
      />
      {users && <SelectField name="userId" label={text.user} description={text.userHint} data={[...users]} />}
    </ActionDialog>
  )
}

const DEFAULT_OVERLAP = '86400'
const OVERLAPS = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))

export function RotateAppDialog({ api, app, onIssued, onClose }: IssuingProps & { app: OwnApplication }) {
  return (
    <ActionDialog
      title={text.rotateTitle(app.attributes.name)}
      submitWord={text.rotateSubmit}
      isDangerous
      onClose={onClose}
      submit={({ overlap = DEFAULT_OVERLAP }) => api.rotate(app.id, Number(overlap))}
      changes={CHANGES}
      onDone={onIssued}
    >
      <p>{text.rotateHint}</p>
      <NativeSelect
        name="overlap"
        label={text.overlap}
        data={OVERLAPS}
        defaultValue={DEFAULT_OVERLAP}
        data-autofocus
      />
    </ActionDialog>
  )
}

interface RevokeProps extends DialogProps {
  app: OwnApplication
  /** What ends with the application. */
  children?: ReactNode
}

export function RevokeAppDialog({ api, app, children, onClose }: RevokeProps) {
  const { name, callsLastDay } = app.attributes
  const [typed, setTyped] = useState('')
  return (
    <ActionDialog
      title={text.revokeTitle(name)}
      submitWord={text.revokeSubmit}
      isDangerous
      isReady={typed.trim() === name}
      submit={() => api.revoke(app.id)}
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{text.revokeHint}</p>
      <p>{text.revokeCalls(callsLastDay)}</p>
      {children}
      <TextInput
        label={text.revokeTypeName(name)}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
    </ActionDialog>
  )
}

const Secret = ({ text, copyLabel }: { text: string; copyLabel: string }) => (
  <span className={styles.secret}>
    <code>{text}</code>
    <CopyButton text={text} label={copyLabel} />
  </span>
)

interface AppSecretProps {
  app: OwnApplication
  onClose: () => void
}

export function AppSecretDialog({ app: { attributes }, onClose }: AppSecretProps) {
  const { name, clientId, clientSecret } = attributes
  const secret = clientSecret ?? ''
  const download = (
    <DownloadButton name=".env" text={environmentFile(clientId, secret)}>
      {text.download}
    </DownloadButton>
  )
  return (
    <SecretDialog title={text.secretTitle(name)} hint={text.secretHint} action={download} onClose={onClose}>
      <Properties
        items={[
          [text.clientId, <Secret key="id" text={clientId} copyLabel={text.copyId(name)} />],
          [text.clientSecret, <Secret key="secret" text={secret} copyLabel={text.copySecret} />],
        ]}
      />
    </SecretDialog>
  )
}

/** As the client library and the command line read them. */
const environmentFile = (clientId: string, clientSecret: string) =>
  [
    `TRADEHALL_URL=${location.origin}`,
    `TRADEHALL_CLIENT_ID=${clientId}`,
    `TRADEHALL_CLIENT_SECRET=${clientSecret}`,
    '',
  ].join('\n')
