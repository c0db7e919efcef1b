/**
 * A form for values that several people may change: it saves only over the version that it has shown. What was typed is kept,
 * and leaving the page with unsaved changes asks first.
 */

import { useBlocker } from '@tanstack/react-router'
import { PreconditionFailedError } from '@tradehall/client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { words } from '../words/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { Form, valuesIn } from './form.tsx'
import type { Values } from './form-state.ts'

/** The values of the fields, by name, and the tag of the version that has them. */
export interface Versioned {
  values: Values
  etag: string
}

/** As often as other parts of the resource may change while this one is saved. */
const MAX_TRIES = 5

interface Source {
  /** As read last. */
  stored: Versioned
  read: () => Promise<Versioned>
  save: (values: Values, etag: string) => Promise<unknown>
}

interface VersionedFormProps extends Source {
  /** What the fields are called, for the choice between two versions. */
  labels: Readonly<Record<string, string>>
  /** A value in words, where it differs from what the field holds. */
  show?: (name: string, value: string) => string
  className?: string | undefined
  children: ReactNode
}

export function VersionedForm({
  labels,
  show = (_name, value) => value,
  className,
  children,
  ...source
}: VersionedFormProps) {
  const { base, round, isDirty, setDirty, conflict, setConflict, begin, store } = useVersions(source)
  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const form = currentTarget.querySelector('form')
    if (form) setDirty(!isSame({ ...base.values, ...valuesIn(form) }, base.values))
  }
  return (
    <div onInput={onInput}>
      <Form
        key={round}
        values={base.values}
        isDirty={isDirty}
        touch={() => setDirty(true)}
        submit={(values) => store({ ...base.values, ...values }, base)}
        doneNote={words.form.saved}
        {...(className !== undefined && { className })}
      >
        {children}
      </Form>
      {conflict && (
        <ConflictDialog
          fields={Object.entries(labels)
            .map(([name, label]) => ({
              label,
              yours: show(name, conflict.yours[name] ?? ''),
              theirs: show(name, conflict.theirs.values[name] ?? ''),
            }))
            .filter(({ yours, theirs }) => yours !== theirs)}
          onKeep={async () => {
            await store(conflict.yours, conflict.theirs)
            begin(await source.read())
          }}
          onTake={() => begin(conflict.theirs)}
          onClose={() => setConflict(undefined)}
        />
      )}
      <LeaveDialog isDirty={isDirty} />
    </div>
  )
}

interface Conflict {
  yours: Values
  theirs: Versioned
}

function useVersions({ stored, read, save }: Source) {
  const [base, setBase] = useState(stored)
  const [round, setRound] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()

  /** Fields that are rendered anew begin with these values. */
  function begin(with_: Versioned) {
    setBase(with_)
    setRound(round + 1)
    setDirty(false)
    setConflict(undefined)
  }
  // Read again, by somebody who has typed nothing yet.
  if (!isDirty && !conflict && stored.etag !== base.etag) {
    setBase(stored)
    if (!isSame(stored.values, base.values)) setRound(round + 1)
  }

  /** Another part of the same resource may have changed meanwhile; only these fields are compared. */
  async function store(yours: Values, over: Versioned): Promise<void> {
    let { etag } = over
    for (let tries = 1; ; tries++) {
      try {
        await save(yours, etag)
        break
      } catch (error) {
        if (!(error instanceof PreconditionFailedError) || tries === MAX_TRIES) throw error
        const theirs = await read()
        if (!isSame(theirs.values, over.values)) {
          setConflict({ yours, theirs })
          throw new Error(words.conflict.title)
        }
        etag = theirs.etag
      }
    }
    setConflict(undefined)
    const stored = await read()
    // Together: clean fields over the old base would be rendered anew, without "Saved.", if the poll is faster than this.
    setBase(stored)
    setDirty(false)
  }
  return { base, round, isDirty, setDirty, conflict, setConflict, begin, store }
}

function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ActionDialog
      title={words.leave.title}
      submitWord={words.leave.submit}
      isDangerous
      onClose={blocker.reset}
      submit={async () => blocker.proceed()}
    >
      <p>{words.leave.hint}</p>
    </ActionDialog>
  )
}

const isSame = (one: Values, other: Values) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)
