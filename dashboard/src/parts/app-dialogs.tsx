/** The dialogs of applications. They stay open with the reason when the API refuses. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AppsApi, NewApp } from '../api/accounts-queries.ts'
import type { OwnApplication } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { Confirmation } from './confirmation.tsx'
import { Dialog } from './dialog.tsx'
import { Buttons, Form } from './form.tsx'

const { apps: text } = words

interface DialogProps {
  api: AppsApi
  onClose: () => void
}
interface IssuingProps extends DialogProps {
  /** With the secret, which is shown this once. */
  onIssued: (app: OwnApplication) => void
}

const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['applications'] })
}

interface CreateProps extends IssuingProps {
  developerEmail: string
  /** The users to choose from; nobody is asked without them. */
  users?: readonly { value: string; label: string }[]
}

export function CreateAppDialog({ api, developerEmail, users, onIssued, onClose }: CreateProps) {
  const refresh = useRefresh()
  return (
    <AppForm
      title={text.createTitle}
      submitWord={text.create}
      developerEmail={developerEmail}
      users={users}
      onClose={onClose}
      submit={async (attributes) => {
        const app = await api.create(attributes)
        await refresh()
        onIssued(app)
      }}
    />
  )
}

export function EditAppDialog({ api, app, onClose }: DialogProps & { app: OwnApplication }) {
  const refresh = useRefresh()
  const { name, developerEmail } = app.attributes
  return (
    <AppForm
      title={text.editTitle(name)}
      submitWord={text.editSubmit}
      name={name}
      developerEmail={developerEmail}
      onClose={onClose}
      submit={async (attributes) => {
        await api.update(app.id, attributes)
        await refresh()
        onClose()
      }}
    />
  )
}

interface AppFormProps {
  title: string
  submitWord: string
  name?: string
  developerEmail: string
  users?: CreateProps['users'] | undefined
  submit: (attributes: NewApp) => Promise<void>
  onClose: () => void
}

function AppForm({ title, submitWord, name, developerEmail, users, submit, onClose }: AppFormProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form
        submit={({ name = '', developerEmail = '', userId }) =>
          submit({ name, developerEmail, ...(userId !== undefined && { userId }) })
        }
      >
        {({ isPending, errorOf }) => (
          <>
            <TextInput
              name="name"
              label={text.name}
              description={text.nameHint}
              defaultValue={name}
              error={errorOf('name')}
              autoComplete="off"
              data-autofocus
            />
            <TextInput
              name="developerEmail"
              type="email"
              label={text.contact}
              description={text.contactHint}
              defaultValue={developerEmail}
              error={errorOf('developerEmail')}
            />
            {users && (
              <NativeSelect
                name="userId"
                label={text.user}
                description={text.userHint}
                data={[...users]}
                error={errorOf('userId')}
              />
            )}
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending}>
                {submitWord}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}

const DEFAULT_OVERLAP = '86400'
const OVERLAPS = Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))

export function RotateAppDialog({ api, app, onIssued, onClose }: IssuingProps & { app: OwnApplication }) {
  const refresh = useRefresh()
  return (
    <Confirmation
      title={text.rotateTitle(app.attributes.name)}
      submitWord={text.rotateSubmit}
      onClose={onClose}
      onConfirm={async ({ overlap = DEFAULT_OVERLAP }) => {
        const issued = await api.rotate(app.id, Number(overlap))
        await refresh()
        onIssued(issued)
      }}
    >
      <p>{text.rotateHint}</p>
      <NativeSelect
        name="overlap"
        label={text.overlap}
        data={OVERLAPS}
        defaultValue={DEFAULT_OVERLAP}
        data-autofocus
      />
    </Confirmation>
  )
}

interface RevokeProps extends DialogProps {
  app: OwnApplication
  /** What ends with the application. */
  children?: ReactNode
}

export function RevokeAppDialog({ api, app, children, onClose }: RevokeProps) {
  const refresh = useRefresh()
  const { name, callsLastDay } = app.attributes
  return (
    <Confirmation
      title={text.revokeTitle(name)}
      submitWord={text.revokeSubmit}
      typed={{ label: text.revokeTypeName(name), text: name }}
      onClose={onClose}
      onConfirm={async () => {
        await api.revoke(app.id)
        await refresh()
        onClose()
      }}
    >
      <p>{text.revokeHint}</p>
      <p>{text.revokeCalls(callsLastDay)}</p>
      {children}
    </Confirmation>
  )
}
