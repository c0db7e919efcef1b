/** The dialogs of Private Apps. They stay open with the reason when the API refuses. */
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { type OwnApplication, subscriptionsQuery } from '../../api/queries.ts'
import { whole } from '../../api/whole.ts'
import { Confirmation } from '../../parts/confirmation.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './apps-page.module.css'

const { apps: text } = words

interface DialogProps {
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

export function CreateDialog({ onIssued, onClose }: IssuingProps) {
  const refresh = useRefresh()
  const { user } = useSession()
  return (
    <AppForm
      title={text.createTitle}
      submitWord={text.create}
      developerEmail={user.email}
      onClose={onClose}
      submit={async (attributes) => {
        const { data } = await send(() =>
          client.request('POST', '/api/integrations/v1/applications', {
            body: { data: { type: 'applications', attributes } },
          }),
        )
        await refresh()
        onIssued(whole(data))
      }}
    />
  )
}

export function EditDialog({ app, onClose }: DialogProps & { app: OwnApplication }) {
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
        await send(() =>
          client.request('PATCH', '/api/integrations/v1/applications/{application}', {
            path: { application: app.id },
            body: { data: { type: 'applications', id: app.id, attributes } },
          }),
        )
        await refresh()
        onClose()
      }}
    />
  )
}

interface AppFormProps extends DialogProps {
  title: string
  submitWord: string
  name?: string
  developerEmail: string
  submit: (attributes: { name: string; developerEmail: string }) => Promise<void>
}

function AppForm({ title, submitWord, name, developerEmail, submit, onClose }: AppFormProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form submit={({ name = '', developerEmail = '' }) => submit({ name, developerEmail })}>
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

export function RotateDialog({ app, onIssued, onClose }: IssuingProps & { app: OwnApplication }) {
  const refresh = useRefresh()
  return (
    <Confirmation
      title={text.rotateTitle(app.attributes.name)}
      submitWord={text.rotateSubmit}
      onClose={onClose}
      onConfirm={async ({ overlap = DEFAULT_OVERLAP }) => {
        const { data } = await send(() =>
          client.request('POST', '/api/integrations/v1/applications/{application}/-actions/rotate-secret', {
            path: { application: app.id },
            body: { data: { type: 'applications', attributes: { overlapSeconds: Number(overlap) } } },
          }),
        )
        await refresh()
        onIssued(whole(data))
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

export function RevokeDialog({ app, onClose }: DialogProps & { app: OwnApplication }) {
  const refresh = useRefresh()
  const { name, callsLastDay } = app.attributes
  return (
    <Confirmation
      title={text.revokeTitle(name)}
      submitWord={text.revokeSubmit}
      typed={{ label: text.revokeTypeName(name), text: name }}
      onClose={onClose}
      onConfirm={async () => {
        await send(() =>
          client.request('POST', '/api/integrations/v1/applications/{application}/-actions/revoke', {
            path: { application: app.id },
          }),
        )
        await refresh()
        onClose()
      }}
    >
      <p>{text.revokeHint}</p>
      <p>{text.revokeCalls(callsLastDay)}</p>
      <Subscriptions applicationId={app.id} />
    </Confirmation>
  )
}

/** What ends with the app. */
function Subscriptions({ applicationId }: { applicationId: string }) {
  const { data, error } = useQuery(subscriptionsQuery)
  if (error) return <Problem>{messageOf(error)}</Problem>
  if (!data) return <Skeleton height={20} />
  const own = data.filter(({ relationships }) => relationships?.application?.data?.id === applicationId)
  return (
    <div>
      <p>{text.revokeSubscriptions(own.length)}</p>
      <ul className={styles.subscriptions}>
        {own.map(({ id, attributes: { url } }) => (
          <li key={id}>{url}</li>
        ))}
      </ul>
    </div>
  )
}
