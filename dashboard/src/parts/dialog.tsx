/** A dialog, which is open as long as it is rendered. */
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [origin] = useState(() => document.activeElement)
  // Mantine returns the focus when a dialog is closed, but not when it is removed.
  useEffect(
    () => () => {
      if (origin instanceof HTMLElement) origin.focus({ preventScroll: true })
    },
    [origin],
  )
  return <Modal opened {...props} />
}
