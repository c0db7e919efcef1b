/** A question before something that is hard to undo: it names the consequences, and stays open with the error if it fails. */
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { words } from '../words/index.ts'
import { Dialog } from './dialog.tsx'
import { Buttons, Form, type Values } from './form.tsx'

interface ConfirmationProps {
  title: string
  submitWord: string
  children: ReactNode
  /** Has to be typed, where it cannot be undone and breaks what others use. */
  typed?: { label: string; text: string }
  onConfirm: (values: Values) => Promise<unknown>
  onClose: () => void
}

export function Confirmation({ title, submitWord, children, typed, onConfirm, onClose }: ConfirmationProps) {
  const [text, setText] = useState('')
  const isReady = !typed || text.trim() === typed.text
  return (
    <Dialog onClose={onClose} title={title}>
      <Form submit={onConfirm}>
        {({ isPending }) => (
          <>
            {children}
            {typed && (
              <TextInput
                label={typed.label}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                autoComplete="off"
                data-autofocus
              />
            )}
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="danger" disabled={!isReady} loading={isPending}>
                {submitWord}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
