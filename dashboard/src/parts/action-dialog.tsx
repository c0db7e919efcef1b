/**
 * A dialog with one action. It stays open with the reason when the action fails; before what is hard to undo it names the
 * consequences.
 */
import { Button, type ModalProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Dialog } from './dialog.tsx'
import { Submit } from './fields.tsx'
import { Buttons, Form } from './form.tsx'
import type { Values } from './form-state.ts'

export interface ActionDialogProps<Result> extends Pick<ModalProps, 'size'> {
  title: string
  children: ReactNode
  submitWord: string
  closeWord?: string
  isDangerous?: boolean
  isReady?: boolean
  /** For dialogs in which nothing has to be filled in. */
  focusSubmit?: boolean
  submit: (values: Values) => Promise<Result>
  /** The resource types that are read again before it closes. Without them `submit` does all that follows. */
  changes?: readonly string[]
  /** With `changes`: called after they were read again, instead of closing. The action lasts until it is done. */
  onDone?: (result: Result) => unknown
  onClose: () => void
}

export function ActionDialog<Result>({
  title,
  size,
  children,
  submitWord,
  closeWord = words.cancel,
  isDangerous = false,
  isReady = true,
  focusSubmit = false,
  submit,
  changes,
  onDone,
  onClose,
}: ActionDialogProps<Result>) {
  const queryClient = useQueryClient()
  async function act(values: Values) {
    const result = await submit(values)
    if (!changes) return
    await Promise.all(changes.map((type) => queryClient.invalidateQueries({ queryKey: [type] })))
    if (onDone) await onDone(result)
    else onClose()
  }
  return (
    <Dialog title={title} onClose={onClose} {...(size !== undefined && { size })}>
      <Form submit={act}>
        {children}
        <Buttons>
          <Button onClick={onClose}>{closeWord}</Button>
          <Submit
            variant={isDangerous ? 'danger' : 'filled'}
            disabled={!isReady}
            data-autofocus={focusSubmit || undefined}
          >
            {submitWord}
          </Submit>
        </Buttons>
      </Form>
    </Dialog>
  )
}
