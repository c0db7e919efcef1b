/** A secret that is shown once: it closes by its button alone, so that no stray click loses it. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import styles from './apps.module.css'
import { Dialog } from './dialog.tsx'
import { Buttons } from './form.tsx'

interface SecretDialogProps {
  title: string
  hint: string
  children: ReactNode
  /** Beside the button that closes it. */
  action?: ReactNode
  onClose: () => void
}

export const SecretDialog = ({ title, hint, children, action, onClose }: SecretDialogProps) => (
  <Dialog
    onClose={onClose}
    title={title}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <div className={styles.dialog}>
      <p>{hint}</p>
      {children}
      <Buttons>
        {action}
        <Button variant="filled" onClick={onClose} data-autofocus>
          {words.apps.stored}
        </Button>
      </Buttons>
    </div>
  </Dialog>
)
