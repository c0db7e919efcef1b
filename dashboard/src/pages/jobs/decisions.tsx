/** Retrying and discarding one or many, for both tabs. */
import { Button, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../../parts/form.tsx'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { words } from '../../words/index.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import styles from './jobs.module.css'

const { jobs: text } = words.systems
const route = getRouteApi('/shell/operator/jobs')

/** The row of either tab. */
export interface Decided {
  id: string
  /** The kind of the job, or the name of the event. */
  name: string
  /** Null where it cannot be discarded. */
  lost: string | null
}

interface Counts {
  skipped: number
  retried?: number
  discarded?: number
}

interface Acts {
  retryOne: (id: string) => Promise<unknown>
  retryMany: (ids: string[]) => Promise<Counts>
  discardOne: (id: string, reason: string) => Promise<unknown>
  discardMany: (ids: string[], reason: string) => Promise<Counts>
}

/** `type`: the resource type that is read again afterwards. `noun`: what people call one. */
export function useDecisions(type: string, noun: string, acts: Acts) {
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState('')
  const { asked, ask, remember } = useAsked(selected)

  async function finish(sentence: string) {
    setSelected(new Set())
    setDone(sentence)
    await queryClient.invalidateQueries({ queryKey: [type] })
  }
  const retrying = useMutation({
    onMutate: () => setDone(''),
    mutationFn: (ids: string[]) => retry(acts, ids),
    onSuccess: ({ retried = 0, skipped }) => finish(text.retried(retried, skipped)),
  })
  async function discardAsked(reason: string) {
    const ids = asked.map(({ id }) => id)
    const { discarded = 0, skipped } = await discard(acts, ids, reason)
    ask()
    await finish(text.discarded(discarded, skipped))
  }
  return {
    remember,
    selected,
    setSelected,
    actions: (row: Decided) => (
      <RowActions row={row} onRetry={() => retrying.mutate([row.id])} onDiscard={() => ask(row.id)} />
    ),
    view: (
      <>
        <Problem error={retrying.error} />
        {done && (
          <p role="status" className={styles.done}>
            {done}
          </p>
        )}
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button
            variant="filled"
            loading={retrying.isPending}
            onClick={() => retrying.mutate([...selected])}
          >
            {text.retryMany(selected.size)}
          </Button>
          <Button onClick={() => ask(SELECTED)}>{text.discardMany(selected.size)}</Button>
        </SelectionBar>
        {asked.length > 0 && (
          <DiscardDialog
            noun={noun}
            count={asked.length}
            losses={new Map(asked.map(({ name, lost }) => [name, lost ?? text.recurring]))}
            onDiscard={discardAsked}
            onClose={() => ask()}
          />
        )}
      </>
    ),
  }
}

async function retry({ retryOne, retryMany }: Acts, ids: string[]): Promise<Counts> {
  if (ids.length !== 1) return await retryMany(ids)
  await retryOne(ids[0] ?? '')
  return { retried: 1, skipped: 0 }
}

async function discard({ discardOne, discardMany }: Acts, ids: string[], reason: string): Promise<Counts> {
  if (ids.length !== 1) return await discardMany(ids, reason)
  await discardOne(ids[0] ?? '', reason)
  return { discarded: 1, skipped: 0 }
}

/** In the address, where the dialog is about all that are selected. */
const SELECTED = 'selected'

/** What the dialog is about, which is part of the address. */
function useAsked(selected: ReadonlySet<string>) {
  const { discard, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const [known, setKnown] = useState<ReadonlyMap<string, Decided>>(new Map())
  const ids = discard === SELECTED ? [...selected] : discard ? [discard] : []
  return {
    asked: ids.flatMap((id) => known.get(id) ?? []),
    ask: (id?: string) => void navigate({ search: { ...search, ...(id && { discard: id }) } }),
    /** Rows that are shown; rows of other pages stay selected, so they are remembered. */
    remember: (rows: readonly Decided[]) => {
      if (rows.some(({ id }) => !known.has(id)))
        setKnown(new Map([...known, ...rows.map((row) => [row.id, row] as const)]))
    },
  }
}

interface RowActionsProps {
  row: Decided
  onRetry: () => void
  onDiscard: () => void
}

function RowActions({ row: { id, name, lost }, onRetry, onDiscard }: RowActionsProps) {
  const discard = (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={text.discardOf(name, id)}
      data-disabled={lost === null}
      aria-disabled={lost === null}
      onClick={() => lost !== null && onDiscard()}
    >
      {text.discard}
    </Button>
  )
  return (
    <span className={styles.actions}>
      <Button size="compact-sm" aria-label={text.retryOf(name, id)} onClick={onRetry}>
        {text.retry}
      </Button>
      {lost === null ? <Tooltip label={text.recurring}>{discard}</Tooltip> : discard}
    </span>
  )
}
