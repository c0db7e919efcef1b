/** A decision that states its consequence, and takes the words of whoever decides. */
import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Dialog } from './dialog.tsx'
import { Buttons, Form } from './form.tsx'

interface ReasonDialogProps {
  title: string
  /** What follows. */
  hint: ReactNode
  label?: string
  submitWord: string
  isRequired?: boolean
  isDangerous?: boolean
  /** Of the API. */
  maxLength?: number
  submit: (reason: string) => Promise<unknown>
  onClose: () => void
}

export function ReasonDialog({
  title,
  hint,
  label = words.reason,
  submitWord,
  isRequired = false,
  isDangerous = false,
  maxLength = 1000,
  submit,
  onClose,
}: ReasonDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={({ reason = '' }) => submit(reason.trim())}>
        {({ isPending, errorOf }) => (
          <>
            <p>{hint}</p>
            <TextInput
              label={isRequired ? label : words.optional(label)}
              name="reason"
              required={isRequired}
              maxLength={maxLength}
              error={errorOf('reason')}
              autoComplete="off"
              data-autofocus
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant={isDangerous ? 'danger' : 'filled'} loading={isPending}>
                {submitWord}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
