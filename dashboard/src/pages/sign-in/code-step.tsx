import { Button } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { signInWithPasskey } from '../../api/passkeys.ts'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { PasskeyButton } from '../../parts/passkey-button.tsx'
import { words } from '../../words/index.ts'
import { Card } from './card.tsx'
import { useEnter } from './enter.ts'
import { LinkMailed, needsLink } from './link-mailed.tsx'

const { signIn } = words

/** The second step of a sign-in, also after an invitation or a reset. */
export function CodeStep({ next, onBack }: { next?: string | undefined; onBack?: () => void }) {
  const enter = useEnter(next)
  const [isMailed, setMailed] = useState(false)
  if (isMailed)
    return <LinkMailed hint={words.security.link.mailedForCodes} onBack={() => setMailed(false)} />
  return (
    <Card title={signIn.codeTitle} hint={signIn.codeHint}>
      <Form
        submit={async ({ code = '' }) => {
          const verified = await client
            .request('POST', '/api/v1/sessions/current/-actions/verify-second-factor', {
              body: { data: { type: 'sessions', attributes: { code: code.trim() } } },
            })
            .catch((error: unknown) => {
              if (!needsLink(error)) throw error
            })
          if (verified) await enter(verified.data)
          else setMailed(true)
        }}
      >
        <TextField name="code" label={signIn.code} autoComplete="one-time-code" required autoFocus />
        <Submit fullWidth>{signIn.codeSubmit}</Submit>
        <PasskeyButton ask={signInWithPasskey} enter={enter} />
        {onBack && (
          <Button variant="subtle" onClick={onBack} fullWidth>
            {signIn.other}
          </Button>
        )}
      </Form>
    </Card>
  )
}
