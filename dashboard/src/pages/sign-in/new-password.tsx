/** A form for a new password behind a link of a mail: an invitation, or a reset. */
import { useState } from 'react'
import type { Session } from '../../api/queries.ts'
import { PasswordField, Submit } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { Card } from './card.tsx'
import { CodeStep } from './code-step.tsx'
import { useEnter } from './enter.ts'

interface NewPasswordProps {
  title: string
  hint: string
  email: string
  label: string
  submitWord: string
  submit: (password: string) => Promise<Session>
}

export function NewPassword({ title, hint, email, label, submitWord, submit }: NewPasswordProps) {
  const enter = useEnter()
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode) return <CodeStep />
  return (
    <Card title={title} hint={hint}>
      <Form
        submit={async ({ password = '' }) => {
          const session = await submit(password)
          if (session.attributes.state === 'second-factor-required') setNeedsCode(true)
          else await enter(session)
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="password" label={label} autoComplete="new-password" required autoFocus />
        <Submit fullWidth>{submitWord}</Submit>
      </Form>
    </Card>
  )
}
