/**
 * A form whose fields keep what was typed: they are not controlled, and errors of the API appear at the fields that their
 * pointers name.
 */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { detailsOf, type Explanation, explain, messageOf } from '../api/errors.ts'
import { words } from '../words/index.ts'
import styles from './form.module.css'
import { FormProvider, type Values } from './form-state.ts'

interface FormProps {
  submit: (values: Values) => Promise<unknown>
  children: ReactNode
  /** With which the fields begin; others begin with what they are given themselves. */
  values?: Values
  isDirty?: boolean
  /** Called with what the fields hold, while they are filled in. */
  onChange?: (values: Values) => void
  touch?: () => void
  /** Shown after it has succeeded, until it is changed again. */
  doneNote?: string
  className?: string
}

export function Form({
  submit,
  children,
  values,
  isDirty,
  onChange,
  touch,
  doneNote,
  className = styles.form,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(NO_PROBLEM)
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: submit,
    onMutate: () => setProblem(NO_PROBLEM),
    onError: (error) => showProblem(explain(error, fieldNames(form.current))),
  })
  function showProblem(found: Explanation) {
    // Rendered at once, so that the fields are marked when the first of them gets the focus.
    flushSync(() => setProblem(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const missing = missingFields(event.currentTarget)
    if (Object.keys(missing).length > 0) return showProblem({ byField: missing, general: '' })
    mutate(valuesIn(event.currentTarget))
  }
  return (
    <form
      ref={form}
      className={className}
      onSubmit={onSubmit}
      onInput={({ currentTarget }) => {
        if (isSuccess) reset()
        onChange?.(valuesIn(currentTarget))
      }}
      noValidate
    >
      <FormProvider value={{ isPending, errors: problem.byField, values, isDirty, touch }}>
        {children}
      </FormProvider>
      <Problem error={problem.error}>{problem.general}</Problem>
      {doneNote && isSuccess && (
        <p className={styles.note} role="status">
          {doneNote}
        </p>
      )}
    </form>
  )
}

const NO_PROBLEM: Explanation = { byField: {}, general: '' }

/** What the fields of a form hold. */
export const valuesIn = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

const fieldNames = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])]
    .map((element) => element.getAttribute('name') ?? '')
    .filter((name) => name !== '')

/** Said here, because the API describes a missing value in terms of its type. */
const missingFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[required], textarea[required]')]
      .filter(({ value }) => value.trim() === '')
      .map(({ name }) => [name, words.form.missing]),
  )

interface ProblemProps {
  error?: unknown
  /** Instead of what the error says. */
  children?: string
}

/** What went wrong, where it went wrong; what the server said is under “Details”. */
export function Problem({ error, children = error ? messageOf(error) : '' }: ProblemProps) {
  const details = detailsOf(error)
  if (children === '' && details.length === 0) return null
  return (
    <div className={children === '' ? undefined : styles.problem}>
      {children !== '' && <p role="alert">{children}</p>}
      <Details lines={details} />
    </div>
  )
}

export function Details({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{words.errors.details}</summary>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </details>
  )
}

export const Buttons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
)
