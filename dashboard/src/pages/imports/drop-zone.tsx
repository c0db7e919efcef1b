/** Where a file is dropped or chosen. */
import { Button, FileButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import { chooseFile } from './chosen-file.ts'
import styles from './imports.module.css'

const { imports: text } = words
const ACCEPTED = '.csv,.xlsx,.json,.jsonl'

function useChooseFile() {
  const navigate = useNavigate()
  const { account } = useSession()
  return (file: File | null | undefined) => {
    if (!file) return
    void chooseFile(file, { account: account.id ?? account.kind })
    void navigate({ to: paths.newImport, search: { file: file.name } })
  }
}

export function DropZone() {
  const choose = useChooseFile()
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with the keyboard.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files[0])
      }}
    >
      <p>
        {text.drop}
        <small>{text.dropHint}</small>
      </p>
      <FileButton accept={ACCEPTED} onChange={choose} inputProps={{ 'aria-label': text.file }}>
        {(props) => (
          <Button variant="filled" {...props}>
            {text.choose}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
