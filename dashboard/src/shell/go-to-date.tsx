/** Moves the clock of the sandbox to a moment. */
import { Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useServerNow } from '../api/server-time.ts'
import { Submit } from '../parts/fields.tsx'
import { Buttons, Form } from '../parts/form.tsx'
import { words } from '../words/index.ts'
import { DateButton } from './date-button.tsx'

const { sandbox } = words

interface GoToDateProps {
  isBusy: boolean
  isOpenAtFirst: boolean
  go: (to: Date) => void
}

export function GoToDate({ isBusy, isOpenAtFirst, go }: GoToDateProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const now = useServerNow()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <DateButton disabled={isBusy} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        <Form
          submit={async ({ to = '' }) => {
            setOpen(false)
            go(new Date(to))
          }}
        >
          <TextInput
            type="datetime-local"
            name="to"
            label={sandbox.toDateLabel}
            defaultValue={localInput(new Date(now))}
            required
            data-autofocus
          />
          <Buttons>
            <Submit>{sandbox.toDateSubmit}</Submit>
          </Buttons>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The time of the viewer in the form that the input takes. */
const localInput = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
