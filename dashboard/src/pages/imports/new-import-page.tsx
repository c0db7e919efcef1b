/** The way of a file: its columns, the check of all rows, sending. */

import { Button, NativeSelect, Progress } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { saveBlob } from '../../parts/download-button.tsx'
import { Problem } from '../../parts/form.tsx'
import { PageHeader, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import {
  badRows,
  type ChosenFile,
  checkFile,
  chooseFile,
  correct,
  forgetFile,
  sendFile,
  setReading,
  stopSending,
  useChosenFile,
} from './chosen-file.ts'
import { ColumnsForm } from './columns-form.tsx'
import { DropZone } from './drop-zone.tsx'
import { FixTable } from './fix-table.tsx'
import { flawText, noteText } from './flaw-texts.ts'
import styles from './imports.module.css'
import { type Checked, MAX_FIXED, type Unreadable } from './worker-messages.ts'

const { imports: text } = words
const route = getRouteApi('/shell/imports/new')

export function NewImportPage() {
  const { file: name, step } = route.useSearch()
  const chosen = useChosenFile()
  const navigate = route.useNavigate()
  const other = () => {
    forgetFile()
    void navigate({ search: {}, replace: true })
  }
  return (
    <>
      <PageHeader
        title={text.newTitle}
        note={chosen?.file.name}
        actions={chosen && <Button onClick={other}>{text.other}</Button>}
      />
      <Problem>{chosen?.problem ?? ''}</Problem>
      {!chosen && (
        <>
          {name && <p role="status">{text.again(name)}</p>}
          <DropZone />
        </>
      )}
      {chosen && step !== 'check' && <ChooseColumns chosen={chosen} />}
      {chosen && step === 'check' && <CheckAndSend chosen={chosen} />}
    </>
  )
}

function ChooseColumns({ chosen }: { chosen: ChosenFile }) {
  const { opened, operation, encoding, file } = chosen
  const { account } = useSession()
  const navigate = route.useNavigate()
  function check() {
    void checkFile()
    void navigate({ search: { file: file.name, step: 'check' } })
  }
  return (
    <>
      <div className={styles.options}>
        <NativeSelect
          label={text.operation}
          value={operation}
          data={Object.entries(text.operations).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) =>
            setReading({ operation: currentTarget.value as ChosenFile['operation'] })
          }
        />
        {opened?.format !== 'xlsx' && (
          <NativeSelect
            label={text.encoding}
            value={encoding}
            data={Object.entries(text.encodings).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) =>
              void chooseFile(file, {
                account: account.id ?? account.kind,
                encoding: currentTarget.value as ChosenFile['encoding'],
              })
            }
          />
        )}
      </div>
      {!opened && !chosen.problem && <p role="status">{text.reading(file.name)}</p>}
      {opened && <ColumnsForm chosen={chosen} opened={opened} onCheck={check} />}
    </>
  )
}

function CheckAndSend({ chosen }: { chosen: ChosenFile }) {
  const { checked, progress, corrected, sent, isQueued } = chosen
  const navigate = route.useNavigate()
  const back = () => void navigate({ search: { file: chosen.file.name } })
  if (!checked) {
    if (progress === undefined) return <Button onClick={back}>{text.back}</Button>
    const percent = Math.round(progress * 100)
    return <Running sentence={text.checking(percent)} percent={percent} />
  }
  const repaired = [...corrected.values()].filter(({ issues }) => issues.length === 0).length
  const invalid = checked.invalid - repaired
  const valid = checked.entries - invalid
  async function send() {
    const operationId = await sendFile()
    if (operationId === undefined) return
    forgetFile()
    await navigate({ to: paths.import, params: { operationId } })
  }
  const isClean = invalid + checked.mistakes === 0
  return (
    <Section title={text.checkTitle}>
      <p role="status">
        {checked.entries === 0
          ? text.nothing
          : invalid === 0
            ? text.allValid(valid)
            : text.found(valid, invalid)}{' '}
        {checked.mistakes > 0 && text.unreadable(checked.mistakes)}
      </p>
      {checked.notes.map((note) => (
        <p key={note.field}>{noteText(note)}</p>
      ))}
      {sent !== undefined && (
        <Running
          sentence={isQueued ? text.queued : text.sending(sent, valid)}
          label={text.sending(sent, valid)}
          percent={(sent / Math.max(valid, 1)) * 100}
        />
      )}
      <div className={styles.actions}>
        {sent === undefined ? (
          <>
            <Button variant="filled" disabled={valid === 0} onClick={() => void send()}>
              {isClean ? text.send(valid) : text.sendValid(valid)}
            </Button>
            {checked.invalid + checked.mistakes > 0 && <BadRows name={chosen.file.name} />}
            <Button onClick={back}>{text.back}</Button>
          </>
        ) : (
          <Button onClick={stopSending}>{text.stop}</Button>
        )}
      </div>
      {sent === undefined && <Flaws checked={checked} corrected={corrected} />}
    </Section>
  )
}

interface RunningProps {
  sentence: string
  label?: string
  percent: number
}

const Running = ({ sentence, label = sentence, percent }: RunningProps) => (
  <div role="status">
    <p>{sentence}</p>
    <Progress value={percent} aria-label={label} />
  </div>
)

function BadRows({ name }: { name: string }) {
  const save = async () => {
    const blob = await badRows()
    if (blob) saveBlob(`${name.replace(/\.[^.]*$/, '')}.errors.csv`, blob)
  }
  return <Button onClick={() => void save()}>{text.badRows}</Button>
}

function Flaws({ checked, corrected }: Pick<ChosenFile, 'corrected'> & { checked: Checked }) {
  const products = checked.bad.map(({ index, line, entry, issues }) => ({
    key: String(index),
    line,
    entry: corrected.get(index)?.entry ?? entry,
    issues,
    left: corrected.get(index)?.issues ?? issues,
  }))
  const { unreadable } = checked
  return (
    <>
      {products.length > 0 && (
        <Section title={text.fixTitle} hint={text.fixHint}>
          <FixTable products={products} onChange={(key, entry) => void correct(Number(key), entry)} />
          {checked.invalid > MAX_FIXED && <p className={styles.dim}>{text.fixMore(MAX_FIXED)}</p>}
        </Section>
      )}
      {unreadable.length > 0 && (
        <Section title={text.findings}>
          <Table
            label={text.findings}
            columns={FINDINGS}
            rows={unreadable}
            idOf={({ line }) => String(line)}
          />
        </Section>
      )}
    </>
  )
}

const FINDINGS: readonly Column<Unreadable>[] = [
  { key: 'line', title: text.line, kind: 'number', cell: ({ line }) => line },
  { key: 'reason', title: text.reason, cell: flawText },
]
