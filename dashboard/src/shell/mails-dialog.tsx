/** The mails that the sandbox would have sent. */

import { useQuery } from '@tanstack/react-query'
import { mailsQuery } from '../api/queries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { LinkedText } from '../parts/linked-text.tsx'
import { formatDateTime } from '../parts/time.ts'
import { words } from '../words/index.ts'
import styles from './sandbox-bar.module.css'

const { sandbox } = words

export function MailsDialog({ onClose }: { onClose: () => void }) {
  const { data: mails = [] } = useQuery({ ...mailsQuery, staleTime: 0 })
  return (
    <Dialog onClose={onClose} title={sandbox.mailsTitle} size="lg">
      <p>{mails.length === 0 ? sandbox.mailsNone : sandbox.mailsHint}</p>
      <ul className={styles.list}>
        {mails.map(({ id, attributes: { to = '', subject, text, createdAt = '' } }) => (
          <li key={id}>
            <b>{subject}</b>
            <small>
              {sandbox.mailTo(to)} · {formatDateTime(createdAt)}
            </small>
            <p>{text ? <LinkedText text={text} /> : sandbox.mailDeleted}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
