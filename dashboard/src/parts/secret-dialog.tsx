/** A secret that is shown once: it closes by its button alone, so that no stray click loses it. */
import { Button } from '@mantine/core'
import type { OwnApplication } from '../api/queries.ts'
import { words } from '../words/index.ts'
import styles from './apps.module.css'
import { CopyButton } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { DownloadButton } from './download.tsx'
import { Buttons } from './form.tsx'
import { Properties } from './properties.tsx'

const { apps: text } = words

export function SecretDialog({ app, onClose }: { app: OwnApplication; onClose: () => void }) {
  const { name, clientId, clientSecret } = app.attributes
  const secret = clientSecret ?? ''
  return (
    <Dialog
      onClose={onClose}
      title={text.secretTitle(name)}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={styles.dialog}>
        <p>{text.secretHint}</p>
        <Properties
          items={[
            [
              text.clientId,
              <span className={styles.secret} key="id">
                <code>{clientId}</code>
                <CopyButton text={clientId} label={text.copyId(name)} />
              </span>,
            ],
            [
              text.clientSecret,
              <span className={styles.secret} key="secret">
                <code>{secret}</code>
                <CopyButton text={secret} label={text.copySecret} />
              </span>,
            ],
          ]}
        />
        <Buttons>
          <DownloadButton name=".env" text={environmentFile(clientId, secret)}>
            {text.download}
          </DownloadButton>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {text.stored}
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}

/** As the client library and the command line read them. */
const environmentFile = (clientId: string, clientSecret: string) =>
  [
    `TRADEHALL_URL=${location.origin}`,
    `TRADEHALL_CLIENT_ID=${clientId}`,
    `TRADEHALL_CLIENT_SECRET=${clientSecret}`,
    '',
  ].join('\n')
