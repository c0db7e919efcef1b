/**
 * A form whose fields keep what was typed: they are not controlled, and errors of the API appear at the fields that their
 * pointers name.
 */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { explain } from '../api/errors.ts'
import { words } from '../words/index.ts'
import { FormProvider, type Values } from './fields.tsx'
import styles from './form.module.css'

interface FormProps {
  submit: (values: Values) => Promise<unknown>
  children: ReactNode
  /** With which the fields begin; others begin with what they are given themselves. */
  values?: Values
  touch?: () => void
  /** Shown after it has succeeded, until it is changed again. */
  doneNote?: string
  className?: string
}

export function Form({ submit, children, values, touch, doneNote, className = styles.form }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(NO_PROBLEM)
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: submit,
    onMutate: () => setProblem(NO_PROBLEM),
    onError: (error) => showProblem(explain(error, fieldNames(form.current))),
  })
  function showProblem(found: typeof problem) {
    // Rendered at once, so that the fields are marked when the first of them gets the focus.
    flushSync(() => setProblem(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const missing = missingFields(event.currentTarget)
    if (Object.keys(missing).length > 0) return showProblem({ byField: missing, general: '' })
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    mutate(Object.fromEntries(entries))
  }
  return (
    <form
      ref={form}
      className={className}
      onSubmit={onSubmit}
      onInput={() => isSuccess && reset()}
      noValidate
    >
      <FormProvider value={{ isPending, errors: problem.byField, values, touch }}>{children}</FormProvider>
      <Problem>{problem.general}</Problem>
      {doneNote && isSuccess && (
        <p className={styles.note} role="status">
          {doneNote}
        </p>
      )}
    </form>
  )
}

const NO_PROBLEM: ReturnType<typeof explain> = { byField: {}, general: '' }

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

/** What went wrong, where it went wrong. */
export function Problem({ children }: { children: string }) {
  if (children === '') return null
  return (
    <p className={styles.problem} role="alert">
      {children}
    </p>
  )
}

export const Buttons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
)
