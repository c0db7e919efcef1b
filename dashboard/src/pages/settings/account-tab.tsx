/** The own name and password. */
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { ownUserQuery, sessionQuery, type User } from '../../api/queries.ts'
import { PasswordField, Save, Submit, TextField } from '../../parts/fields.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { account: text } = words.settings

export function AccountTab() {
  const { data: user, error } = useQuery(ownUserQuery)
  const { account, role } = useSession()
  return (
    <>
      <Section title={text.name}>
        <Problem error={error} />
        <div className={styles.narrow}>{user ? <NameForm user={user} /> : <Skeleton height={160} />}</div>
      </Section>
      <Section title={text.account}>
        <Properties
          items={[
            [text.account, account.name],
            [text.role, words.roles[role]],
            [text.email, user?.attributes.email],
          ]}
        />
      </Section>
      <Section title={text.password}>
        <p className={styles.hint}>{text.passwordHint}</p>
        <div className={styles.narrow}>
          <PasswordForm email={user?.attributes.email ?? ''} />
        </div>
      </Section>
    </>
  )
}

const NAMES = ['firstName', 'lastName'] as const

function NameForm({ user: { attributes } }: { user: User }) {
  const queryClient = useQueryClient()
  const [isDirty, setDirty] = useState(false)
  const values = { firstName: attributes.firstName, lastName: attributes.lastName }
  return (
    <Form
      doneNote={text.saved}
      values={values}
      isDirty={isDirty}
      onChange={(typed) => setDirty(NAMES.some((name) => typed[name] !== values[name]))}
      submit={async ({ firstName = '', lastName = '' }) => {
        await send(() =>
          client.request('PATCH', '/api/v1/users/current', {
            body: { data: { type: 'users', attributes: { firstName, lastName } } },
          }),
        )
        await queryClient.invalidateQueries({ queryKey: ['users'] })
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
        setDirty(false)
      }}
    >
      <TextField name="firstName" label={text.firstName} autoComplete="given-name" required />
      <TextField name="lastName" label={text.lastName} autoComplete="family-name" required />
      <Buttons>
        <Save />
      </Buttons>
    </Form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient()
  return (
    <Form
      doneNote={text.changed}
      submit={async ({ currentPassword = '', newPassword = '' }) => {
        const { data } = await send(() =>
          client.request('POST', '/api/v1/users/current/-actions/change-password', {
            body: { data: { type: 'users', attributes: { currentPassword, newPassword } } },
          }),
        )
        queryClient.setQueryData(sessionQuery.queryKey, data)
        await queryClient.invalidateQueries({ queryKey: ['sessions', 'list'] })
      }}
    >
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="currentPassword" label={text.current} autoComplete="current-password" required />
      <PasswordField name="newPassword" label={text.next} autoComplete="new-password" required />
      <Buttons>
        <Submit>{text.change}</Submit>
      </Buttons>
    </Form>
  )
}
