/** Signs in, or confirms, with a passkey. Nothing where the browser offers none. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { addressWithPasskeys, isCancelled, passkeyHindrance } from '../api/passkeys.ts'
import type { Session } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { Problem } from './form.tsx'
import styles from './passkey-button.module.css'

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

/** Why there is no button. */
export function PasskeyHindrance() {
  const hindrance = passkeyHindrance()
  if (!hindrance) return null
  const address = hindrance === 'address' ? addressWithPasskeys() : undefined
  return (
    <p className={styles.hindrance}>
      {hindrance === 'browser' ? text.noBrowser : text.noHostName}{' '}
      {address && (
        <>
          {text.instead} <a href={address}>{address}</a>.
        </>
      )}
    </p>
  )
}
