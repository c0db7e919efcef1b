/** Email and password, then the second factor if there is one. In the sandbox a click signs in as a demo user. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { signInWithPasskey } from '../../api/passkeys.ts'
import { demoUsersQuery, type Session } from '../../api/queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { PasswordField, Submit, TextField } from '../../parts/fields.tsx'
import { Form, Problem } from '../../parts/form.tsx'
import { PasskeyButton, PasskeyHindrance } from '../../parts/passkey-button.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './card.module.css'
import { Card } from './card.tsx'
import { CodeStep } from './code-step.tsx'
import { useEnter } from './enter.ts'
import { LinkMailed, needsLink } from './link-mailed.tsx'

const { signIn } = words

export function SignInPage() {
  const { next } = getRouteApi('/sign-in').useSearch()
  const enter = useEnter(next)
  const [needsCode, setNeedsCode] = useState(false)
  const [mailedTo, setMailedTo] = useState<string>()
  if (mailedTo !== undefined)
    return <LinkMailed hint={words.security.link.mailed(mailedTo)} onBack={() => setMailedTo(undefined)} />
  if (needsCode) return <CodeStep next={next} onBack={() => setNeedsCode(false)} />
  const accept = async (session: Session) => {
    if (session.attributes.state === 'second-factor-required') setNeedsCode(true)
    else await enter(session)
  }
  return (
    <Card title={signIn.title}>
      <Form
        submit={async ({ email = '', password = '' }) => {
          const signedIn = await client
            .request('POST', '/api/v1/sessions', {
              body: { data: { type: 'sessions', attributes: { email, password } } },
            })
            .catch((error: unknown) => {
              if (!needsLink(error)) throw error
            })
          if (!signedIn) return setMailedTo(email)
          await accept(signedIn.data)
        }}
      >
        <TextField
          name="email"
          type="email"
          label={signIn.email}
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordField name="password" label={signIn.password} autoComplete="current-password" required />
        <Submit fullWidth>{signIn.submit}</Submit>
      </Form>
      <PasskeyButton ask={signInWithPasskey} enter={enter} />
      <PasskeyHindrance />
      <Link to={paths.forgot} className={styles.below}>
        {signIn.forgot}
      </Link>
      {IS_SANDBOX && <DemoUsers enter={accept} />}
    </Card>
  )
}

function DemoUsers({ enter }: { enter: (session: Session) => Promise<void> }) {
  const { data: users = [] } = useQuery(demoUsersQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (user: string) =>
      client.request('POST', '/api/testing/demo-users/{user}/-actions/sign-in', { path: { user } }),
    onSuccess: ({ data }) => enter(data),
  })
  // Only a sandbox on this machine has them.
  if (users.length === 0) return null
  return (
    <section className={styles.demo} aria-label={signIn.demoTitle}>
      <h2>{signIn.demoTitle}</h2>
      <small>{signIn.demoHint}</small>
      <Problem error={error} />
      <ul className={styles.users}>
        {users.map(({ id, attributes: { firstName, lastName, role, accountName } }) => (
          <li key={id}>
            <button type="button" disabled={isPending} onClick={() => mutate(id)}>
              <span>
                {firstName} {lastName}
              </span>
              <small>
                {role === 'operator' ? accountName : `${accountName} · ${words.roles[role] ?? role}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
