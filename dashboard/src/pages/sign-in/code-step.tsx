import { Button } from '@mantine/core'
import { client } from '../../api/client.ts'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'
import { Card } from './card.tsx'
import { useEnter } from './enter.ts'

const { signIn } = words

/** The second step of a sign-in, also after an invitation or a reset. */
export function CodeStep({ next, onBack }: { next?: string | undefined; onBack?: () => void }) {
  const enter = useEnter(next)
  return (
    <Card title={signIn.codeTitle} hint={signIn.codeHint}>
      <Form
        submit={async ({ code = '' }) => {
          const { data } = await client.request(
            'POST',
            '/api/v1/sessions/current/-actions/verify-second-factor',
            { body: { data: { type: 'sessions', attributes: { code: code.trim() } } } },
          )
          await enter(data)
        }}
      >
        <TextField name="code" label={signIn.code} autoComplete="one-time-code" required autoFocus />
        <Submit fullWidth>{signIn.codeSubmit}</Submit>
        {onBack && (
          <Button variant="subtle" onClick={onBack} fullWidth>
            {signIn.other}
          </Button>
        )}
      </Form>
    </Card>
  )
}
