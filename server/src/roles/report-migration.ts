/** What a command shows while it migrates. */

import { type OutputOptions, print, printJson, remark } from '@tradehall/kit/printing'
import type { MigrationEvent, MigrationReport } from '../platform/migrations/report.ts'

/** For commands that migrate before their own work: only waits are shown, because nothing would happen on the screen. */
export const remarkWaits: MigrationReport = (event) => {
  if (event.kind === 'waiting') remark(event.sentence)
}

/** The interval between two lines about the same statement: few enough for a log of hours. */
const PROGRESS_EVERY_MS = 5000

/** A line per applied file, and meanwhile the progress of files that take long. */
export function reportMigration({ json = false }: OutputOptions): MigrationReport {
  const resumable = new Set<string>()
  let quietUntil = Number.NEGATIVE_INFINITY
  return (event) => {
    if (event.kind === 'begun' && event.isResumable) resumable.add(event.file)
    if (event.kind === 'applied') {
      const { file, seconds } = event
      if (json) printJson({ file, resumable: resumable.has(file), seconds: Number(seconds.toFixed(3)) })
      else print(`${file} applied in ${seconds.toFixed(2)} s`)
      return
    }
    const isProgress = event.kind === 'rows' || event.kind === 'index'
    if (isProgress && performance.now() < quietUntil) return
    if (isProgress) quietUntil = performance.now() + PROGRESS_EVERY_MS
    const sentence = describe(event)
    if (sentence) remark(sentence)
  }
}

function describe(event: Exclude<MigrationEvent, { kind: 'applied' }>): string | undefined {
  switch (event.kind) {
    case 'waiting':
      return event.sentence
    case 'begun':
      return event.isResumable
        ? `${event.file} (${event.number} of ${event.of}) runs statement by statement; if it is interrupted, the next run continues it.`
        : undefined
    case 'rows':
      return `${event.file}, line ${event.line}: ${event.rows} rows so far`
    case 'index':
      return `${event.file}, line ${event.line}: ${event.phase}${event.percent === null ? '' : `, ${event.percent} %`}`
  }
}
