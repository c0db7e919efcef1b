/** Behind the link of a mail. It signs in at a click, because programs that look at mails open links as well. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { NotFoundError } from '@tradehall/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { Submit } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './card.module.css'
import { Card } from './card.tsx'
import { CodeStep } from './code-step.tsx'
import { useEnter } from './enter.ts'

const { link } = words.security

export function LinkPage() {
  const { token } = getRouteApi('/sign-in-link/$token').useParams()
  const enter = useEnter()
  const [state, setState] = useState<'asking' | 'code' | 'gone'>('asking')
  if (state === 'code') return <CodeStep />
  if (state === 'gone')
    return (
      <Card title={link.goneTitle} hint={link.gone}>
        <Link to={paths.signIn} className={styles.below}>
          {words.forgot.back}
        </Link>
      </Card>
    )
  async function submit() {
    try {
      const { data } = await client.request('POST', '/api/v1/sessions/-actions/sign-in-with-link', {
        body: { data: { type: 'sessions', attributes: { token } } },
      })
      if (data.attributes.state === 'second-factor-required') setState('code')
      else await enter(data)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      setState('gone')
    }
  }
  return (
    <Card title={link.title} hint={link.hint}>
      <Form submit={submit}>
        <Submit fullWidth>{link.submit}</Submit>
      </Form>
    </Card>
  )
}
