/** The hour of a support session is over: the way back to the operator's own session, without a password. */
import { Button } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { endSupport } from '../../api/support-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'
import { Card } from '../sign-in/card.tsx'

const { over: text } = words.support

export function SupportEndedPage() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => endSupport(session.id) })
  return (
    <Card title={text.title} hint={text.hint(session.attributes.account.name)}>
      <Button variant="filled" loading={isPending} onClick={() => mutate()}>
        {text.back}
      </Button>
      <Problem error={error} />
    </Card>
  )
}
