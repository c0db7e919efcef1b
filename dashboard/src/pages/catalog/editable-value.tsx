/**
 * A value that is edited where it stands: Enter saves, Escape cancels. The new value appears only after the server has
 * stored it. If somebody else changed the value since the user began, both are shown and the user chooses.
 */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '../../api/errors.ts'
import { words } from '../../words/index.ts'
import styles from './catalog.module.css'

const { edit } = words.catalog

/** Thrown by `save` if the value is not the expected one. */
export class ChangedMeanwhile<T> extends Error {
  readonly theirs: T

  constructor(theirs: T) {
    super('The value has changed.')
    this.theirs = theirs
  }
}

interface EditableValueProps<T> {
  label: string
  value: T
  format: (value: T) => string
  /** What is in the field at first. */
  textOf: (value: T) => string
  /** Undefined if the text is no value. */
  parse: (text: string) => T | undefined
  invalid: string
  /** `expected` is what the user saw; if it is something else by now, it throws `ChangedMeanwhile`. */
  save: (value: T, expected: T) => Promise<unknown>
}

interface Editing<T> {
  text: string
  expected: T
}

export function EditableValue<T>(props: EditableValueProps<T>) {
  const { label, value, format, textOf, parse, invalid } = props
  const button = useRef<HTMLButtonElement>(null)
  const { editing, setEditing, isInvalid, submit, mutate, isPending, error, close } = useEditing(props, () =>
    requestAnimationFrame(() => button.current?.focus()),
  )
  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.value}
        aria-label={edit.begin(label, format(value))}
        onClick={() => setEditing({ text: textOf(value), expected: value })}
      >
        {format(value)}
      </button>
    )
  }
  if (error instanceof ChangedMeanwhile) {
    const theirs = error.theirs as T
    const yours = parse(editing.text) as T
    return (
      <Conflict
        theirs={format(theirs)}
        yours={format(yours)}
        isPending={isPending}
        onTake={close}
        onKeep={() => {
          setEditing({ ...editing, expected: theirs })
          mutate({ typed: yours, expected: theirs })
        }}
      />
    )
  }
  return (
    <Editor
      label={label}
      text={editing.text}
      problem={isInvalid ? invalid : error ? problemOf(error) : ''}
      isPending={isPending}
      onType={(text) => setEditing({ ...editing, text })}
      onSubmit={() => submit(editing.expected)}
      onClose={close}
    />
  )
}

/** What was typed so far, and storing it. */
function useEditing<T>({ parse, save }: EditableValueProps<T>, onClosed: () => void) {
  const queryClient = useQueryClient()
  const [editing, setEditing] = useState<Editing<T>>()
  const [isInvalid, setIsInvalid] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ typed, expected }: { typed: T; expected: T }) => save(typed, expected),
    // Shown as stored only when it was read again.
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['products'] })
      close()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['products'] }),
  })
  function close() {
    reset()
    setIsInvalid(false)
    setEditing(undefined)
    onClosed()
  }
  function submit(expected: T) {
    const typed = parse(editing?.text ?? '')
    setIsInvalid(typed === undefined)
    if (typed === undefined || isPending) return
    if (typed === expected) close()
    else mutate({ typed, expected })
  }
  return { editing, setEditing, isInvalid, submit, mutate, isPending, error, close }
}

interface ConflictProps {
  theirs: string
  yours: string
  isPending: boolean
  onTake: () => void
  onKeep: () => void
}

const Conflict = ({ theirs, yours, isPending, onTake, onKeep }: ConflictProps) => (
  <div className={styles.conflict} role="alert">
    <span>{edit.conflict(theirs, yours)}</span>
    <Button size="compact-sm" disabled={isPending} onClick={onTake} autoFocus>
      {edit.keepTheirs(theirs)}
    </Button>
    <Button size="compact-sm" variant="filled" onClick={onKeep}>
      {edit.setYours(yours)}
    </Button>
  </div>
)

interface EditorProps {
  label: string
  text: string
  problem: string
  isPending: boolean
  onType: (text: string) => void
  onSubmit: () => void
  onClose: () => void
}

const Editor = ({ label, text, problem, isPending, onType, onSubmit, onClose }: EditorProps) => (
  <form
    className={styles.editor}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || isPending) return
      event.stopPropagation()
      onClose()
    }}
  >
    <TextInput
      aria-label={label}
      inputMode="decimal"
      autoFocus
      autoComplete="off"
      value={text}
      readOnly={isPending}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      aria-invalid={problem !== ''}
    />
    <Button type="submit" loading={isPending}>
      {edit.save}
    </Button>
    <Button onClick={onClose} disabled={isPending}>
      {words.cancel}
    </Button>
    {problem !== '' && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )}
  </form>
)

function problemOf(error: Error): string {
  const { byField, general } = explain(error)
  return [...Object.values(byField), general].filter(Boolean).join(' ')
}
