/** Two people have changed the same: shows both values, and lets the second one choose. */
import { Button } from '@mantine/core'
import { words } from '../words/index.ts'
import styles from './conflict-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Submit } from './fields.tsx'
import { Buttons, Form } from './form.tsx'

interface ConflictingField {
  label: string
  yours: string
  theirs: string
}

interface ConflictProps {
  fields: readonly ConflictingField[]
  onKeep: () => Promise<unknown>
  onTake: () => void
  onClose: () => void
}

const { conflict: text } = words

export function ConflictDialog({ fields, onKeep, onTake, onClose }: ConflictProps) {
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form submit={onKeep}>
        <p>{text.hint}</p>
        <table className={styles.table} aria-label={text.title}>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{text.yours}</th>
              <th scope="col">{text.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ label, yours, theirs }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{yours || text.empty}</td>
                <td>{theirs || text.empty}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Buttons>
          <Button onClick={onTake}>{text.take}</Button>
          <Submit>{text.keep}</Submit>
        </Buttons>
      </Form>
    </Dialog>
  )
}
