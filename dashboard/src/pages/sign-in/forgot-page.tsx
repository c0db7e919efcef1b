import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './card.module.css'
import { Card } from './card.tsx'

const { forgot } = words

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <Link to={paths.signIn} className={styles.below}>
      {forgot.back}
    </Link>
  )
  if (sentTo !== undefined)
    return (
      <Card title={forgot.sentTitle} hint={forgot.sent(sentTo)}>
        {IS_SANDBOX && <p>{forgot.sentSandbox}</p>}
        {back}
      </Card>
    )
  return (
    <Card title={forgot.title} hint={forgot.hint}>
      <Form
        submit={async ({ email = '' }) => {
          await client.request('POST', '/api/v1/password-resets', {
            body: { data: { type: 'password-resets', attributes: { email } } },
          })
          setSentTo(email)
        }}
      >
        <TextField
          name="email"
          type="email"
          label={words.signIn.email}
          autoComplete="username"
          required
          autoFocus
        />
        <Submit fullWidth>{forgot.submit}</Submit>
      </Form>
      {back}
    </Card>
  )
}
