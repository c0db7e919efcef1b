/** Signs in, or confirms, with a passkey. Nothing where the browser offers none. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { isCancelled, passkeyHindrance } from '../api/passkeys.ts'
import type { Session } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { Problem } from './form.tsx'

const { passkeys: text } = words.security

interface PasskeyButtonProps {
  ask: () => Promise<{ data: Session }>
  enter: (session: Session) => unknown
}

export function PasskeyButton({ ask, enter }: PasskeyButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: ask, onSuccess: ({ data }) => enter(data) })
  if (passkeyHindrance()) return null
  return (
    <>
      <Button onClick={() => mutate()} loading={isPending} fullWidth>
        {text.use}
      </Button>
      <Problem>{error ? (isCancelled(error) ? text.cancelled : messageOf(error)) : ''}</Problem>
    </>
  )
}
