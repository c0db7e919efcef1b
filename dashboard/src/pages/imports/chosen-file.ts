/**
 * The file that the user has chosen, and how far it is. A file cannot be part of an address, so it is kept here while the
 * user goes through the steps; a reload forgets it.
 */
import type { Encoding, FileEntry, Headers, Issue, OperationType } from '@tradehall/product-files'
import { useSyncExternalStore } from 'react'
import { messageOf } from '../../api/errors.ts'
import { sendProducts } from '../../api/imports-queries.ts'
import { words } from '../../words/index.ts'
import { flawText } from './flaw-texts.ts'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { FileError, FileWorker } from './worker-client.ts'
import type { Checked, Opened } from './worker-messages.ts'

export interface ChosenFile {
  file: File
  account: string
  encoding: Encoding
  operation: OperationType
  opened?: Opened
  mapping?: Headers
  checked?: Checked
  /** Corrected products by their index in the file; those without issues are sent. */
  corrected: ReadonlyMap<number, { entry: FileEntry; issues: Issue[] }>
  /** From 0 to 1 while the file is read. */
  progress?: number
  /** Products that were sent so far. */
  sent?: number
  isQueued?: boolean
  problem?: string
}

let chosen: ChosenFile | undefined
let worker: FileWorker | undefined
let stop: AbortController | undefined
const listeners = new Set<() => void>()

export const useChosenFile = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )

function change(changes: Partial<ChosenFile> | undefined): void {
  chosen = chosen && changes ? without({ ...chosen, ...changes }) : undefined
  for (const listener of listeners) listener()
}

const without = (state: ChosenFile) =>
  Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined),
  ) as unknown as ChosenFile

const gone = (names: readonly (keyof ChosenFile)[]) =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Partial<ChosenFile>

export async function chooseFile(
  file: File,
  { account, encoding = 'utf-8' }: { account: string; encoding?: Encoding },
): Promise<void> {
  forgetFile()
  worker = new FileWorker()
  chosen = { file, account, encoding, operation: 'import', corrected: new Map() }
  change({})
  await attempt(async (worker) => {
    const opened = await worker.call('open', { chosen: file, encoding })
    const mapping = rememberedColumns(account, opened.names) ?? opened.mapping
    change({ opened, ...(opened.names.length > 0 && { mapping }) })
  })
}

export function forgetFile(): void {
  stop?.abort()
  worker?.end()
  worker = undefined
  change(undefined)
}

export const setReading = (changes: Partial<Pick<ChosenFile, 'operation' | 'mapping'>>) =>
  change({ ...gone(['checked', 'problem']), corrected: new Map(), ...changes })

export async function checkFile(): Promise<void> {
  if (!chosen) return
  const { account, opened, mapping } = chosen
  if (mapping && opened) rememberColumns(account, opened.names, mapping)
  change({ ...gone(['checked', 'problem']), progress: 0 })
  await attempt(async (worker) => {
    const checked = await worker.call('check', readingOf(), (progress) => change({ progress }))
    change({ checked })
  })
  change(gone(['progress']))
}

function readingOf() {
  const { encoding = 'utf-8', operation = 'import', mapping } = chosen ?? {}
  return { encoding, operation, source: 'other', updateFields: [], ...(mapping && { mapping }) }
}

export async function correct(index: number, entry: FileEntry): Promise<void> {
  const issues = (await worker?.call('validate', { entry, rules: readingOf() })) ?? []
  if (chosen) change({ corrected: new Map(chosen.corrected).set(index, { entry, issues }) })
}

export const badRows = () => worker?.call('badRows', undefined as never)

/** Sends what is valid. Resolves with the id of the operation, or undefined if it was stopped or failed. */
export async function sendFile(): Promise<string | undefined> {
  if (!chosen) return undefined
  stop = new AbortController()
  const { signal } = stop
  change({ ...gone(['problem']), sent: 0 })
  let id: string | undefined
  await attempt(async (worker) => {
    const valid = [...(chosen?.corrected ?? [])].filter(([, { issues }]) => issues.length === 0)
    await worker.call('send', { corrected: new Map(valid.map(([index, { entry }]) => [index, entry])) })
    id = await sendProducts(productsOf(worker), {
      operationType: chosen?.operation ?? 'import',
      signal,
      onProgress: ({ phase, added }) => change({ sent: added, isQueued: phase === 'queued' }),
    })
  })
  if (signal.aborted) change(gone(['problem']))
  change(gone(['sent', 'isQueued']))
  return id
}

export const stopSending = () => stop?.abort()

async function* productsOf(from: FileWorker): AsyncGenerator<string> {
  for (
    let batch = await from.call('next', undefined as never);
    batch;
    batch = await from.call('next', undefined as never)
  )
    yield* batch
}

/** Nothing more is told of a file that was replaced meanwhile. */
async function attempt(act: (worker: FileWorker) => Promise<void>): Promise<void> {
  const current = worker
  if (!current) return
  try {
    await act(current)
  } catch (error) {
    if (current === worker) change({ problem: textOfProblem(error) })
  }
}

/** Of the file, or of what the server said when products were sent. */
function textOfProblem(error: unknown): string {
  if (!(error instanceof FileError)) return messageOf(error)
  const { line } = error.problem
  const sentence = flawText(error.problem)
  return line === undefined ? sentence : words.productFiles.atLine(line, sentence)
}
