/** What a sign-in shows that needs a mailed link besides the password or the code. */
import { Button } from '@mantine/core'
import { ForbiddenError } from '@tradehall/client'
import { IS_SANDBOX } from '../../environment.ts'
import { words } from '../../words/index.ts'
import { Card } from './card.tsx'

const { link } = words.security

export const needsLink = (error: unknown) =>
  error instanceof ForbiddenError && error.codes.includes('sign_in_link_required')

export function LinkMailed({ hint, onBack }: { hint: string; onBack: () => void }) {
  return (
    <Card title={link.mailedTitle} hint={hint}>
      {IS_SANDBOX && <p>{link.mailedSandbox}</p>}
      <Button variant="subtle" onClick={onBack} fullWidth>
        {words.forgot.back}
      </Button>
    </Card>
  )
}
