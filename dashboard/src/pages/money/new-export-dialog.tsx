import { Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { createExport, EXPORT_FORMATS, EXPORT_TYPES } from '../../api/money-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { words } from '../../words/index.ts'

const { exports: text } = words.money

/** The first and the last day of the month before, in UTC, as exports have them. */
function lastMonth(now: number): { from: string; to: string } {
  const today = new Date(now)
  const dayIn = (month: number, day: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, day)).toISOString().slice(0, 10)
  return { from: dayIn(-1, 1), to: dayIn(0, 0) }
}

export function NewExportDialog({ onClose }: { onClose: () => void }) {
  // The clock of the server is known a moment later than the page.
  const proposed = lastMonth(useServerNow())
  const [typed, setTyped] = useState<Partial<typeof proposed>>({})
  const days = { ...proposed, ...typed }
  const [types, setTypes] = useState<string[]>(['accounting'])
  const [formats, setFormats] = useState<string[]>(['csv'])
  return (
    <ActionDialog
      title={text.createTitle}
      submitWord={text.submit}
      isReady={types.length > 0 && formats.length > 0}
      submit={({ from = '', to = '' }) =>
        createExport({
          from,
          to,
          types: EXPORT_TYPES.filter((type) => types.includes(type)),
          formats: EXPORT_FORMATS.filter((format) => formats.includes(format)),
        })
      }
      changes={['billing-exports']}
      onClose={onClose}
    >
      <p>{text.hint}</p>
      <Group grow>
        <TextField
          type="date"
          name="from"
          label={text.from}
          value={days.from}
          onChange={({ currentTarget }) => setTyped({ ...typed, from: currentTarget.value })}
          required
          data-autofocus
        />
        <TextField
          type="date"
          name="to"
          label={text.to}
          value={days.to}
          onChange={({ currentTarget }) => setTyped({ ...typed, to: currentTarget.value })}
          required
        />
      </Group>
      <Choices
        label={text.contents}
        choices={EXPORT_TYPES.map((value) => ({ value, label: text.types[value] ?? value }))}
        chosen={types}
        onChange={setTypes}
        missing={text.chooseContents}
      />
      <Choices
        label={text.formats}
        choices={EXPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        chosen={formats}
        onChange={setFormats}
        missing={text.chooseFormats}
      />
    </ActionDialog>
  )
}

interface ChoicesProps {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
  /** Shown while nothing is chosen. */
  missing: string
}

const Choices = ({ label, choices, chosen, onChange, missing }: ChoicesProps) => (
  <Checkbox.Group label={label} value={chosen} onChange={onChange} error={chosen.length === 0 && missing}>
    {choices.map((choice) => (
      <Checkbox key={choice.value} {...choice} py={4} />
    ))}
  </Checkbox.Group>
)
