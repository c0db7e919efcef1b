/** Asks for the password in place: when the session has ended, and before what needs a fresh password. */

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { confirmWithPasskey, signInWithPasskey } from '../api/passkeys.ts'
import { usePasswordPrompt } from '../api/password-prompt.ts'
import { type Session, sessionQuery } from '../api/queries.ts'
import { beginAnewEverywhere } from '../api/session-switch.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useTopmostEscape } from '../parts/escape.ts'
import { PasswordField, Submit, TextField } from '../parts/fields.tsx'
import { Buttons, Form } from '../parts/form.tsx'
import type { Values } from '../parts/form-state.ts'
import { PasskeyButton } from '../parts/passkey-button.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'

export function PasswordPrompt() {
  const prompt = usePasswordPrompt()
  return prompt ? <OpenPrompt {...prompt} /> : null
}

function OpenPrompt({ reason, answered, cancelled }: NonNullable<ReturnType<typeof usePasswordPrompt>>) {
  const { user, account } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState(false)
  const isExpired = reason === 'expired'
  const { passwordPrompt: text } = words

  async function submit({ password = '', code = '' }: Values) {
    const { data } = needsCode
      ? await verifyCode(code)
      : isExpired
        ? await signIn(user.email, password)
        : await confirmPassword(password)
    accept(data)
  }

  function accept(data: Session) {
    if (data.attributes.state === 'second-factor-required') return setNeedsCode(true)
    // The end of a support session, or the passkey of somebody else: what waits was asked as another.
    if (data.attributes.account?.id !== account.id || data.attributes.user.id !== user.id)
      return beginAnewEverywhere(paths.home)
    queryClient.setQueryData(sessionQuery.queryKey, data)
    answered()
  }

  function leave() {
    cancelled()
    if (!isExpired) return
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
    void navigate({ to: paths.signIn })
  }

  useTopmostEscape(true, leave)
  return (
    <Dialog
      onClose={leave}
      title={isExpired ? text.expiredTitle : text.confirmTitle}
      zIndex={400}
      closeOnEscape={false}
    >
      <Form submit={submit}>
        <p>{isExpired ? text.expiredHint(user.email) : text.confirmHint}</p>
        {needsCode ? <CodeField /> : <CurrentPasswordField />}
        <PasskeyButton ask={isExpired ? signInWithPasskey : confirmWithPasskey} enter={accept} />
        <Buttons>
          <Button onClick={leave}>{isExpired ? words.signIn.other : words.cancel}</Button>
          <Submit>{text.submit}</Submit>
        </Buttons>
      </Form>
    </Dialog>
  )
}

const CodeField = () => (
  <TextField
    name="code"
    label={words.signIn.code}
    description={words.signIn.codeHint}
    autoComplete="one-time-code"
    required
    data-autofocus
  />
)

const CurrentPasswordField = () => (
  <PasswordField
    name="password"
    label={words.signIn.password}
    autoComplete="current-password"
    required
    data-autofocus
  />
)

const signIn = (email: string, password: string) =>
  client.request('POST', '/api/v1/sessions', {
    body: { data: { type: 'sessions', attributes: { email, password } } },
  })

const confirmPassword = (password: string) =>
  client.request('POST', '/api/v1/sessions/current/-actions/confirm-password', {
    body: { data: { type: 'sessions', attributes: { password } } },
  })

const verifyCode = (code: string) =>
  client.request('POST', '/api/v1/sessions/current/-actions/verify-second-factor', {
    body: { data: { type: 'sessions', attributes: { code } } },
  })
