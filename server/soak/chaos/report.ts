/** The report of a run, as text. */
import type { Report } from './run.ts'

/** The findings that are printed for one check; the others are counted. */
const SHOWN = 5

export function printReport(
  { seed, minutes, faults, figures, answers, findings }: Report,
  checks: readonly [title: string, checks: readonly string[]][],
  say: (line: string) => void,
): void {
  const remarked = faults.filter(({ remark }) => remark !== undefined)
  say('')
  say(`seed ${seed}, ${minutes} minutes, ${faults.length} faults`)
  for (const { number, kind, target, remark } of remarked)
    say(`  fault ${number}, ${kind} ${target}: ${remark}`)
  for (const [name, figure] of Object.entries(figures)) say(`  ${String(figure).padStart(8)} ${name}`)
  for (const [status, count] of Object.entries(answers).toSorted())
    say(`  ${String(count).padStart(8)} answers: ${status}`)
  for (const [title, names] of checks) {
    say('')
    say(title)
    for (const name of names) {
      const found = findings.filter(({ check }) => check === name)
      say(`  ${found.length === 0 ? 'ok ' : 'NOT'}  ${name}`)
      for (const { seen } of found.slice(0, SHOWN)) say(`         ${seen.replaceAll('\n', '\n         ')}`)
      if (found.length > SHOWN) say(`         and ${found.length - SHOWN} more`)
    }
  }
  say('')
  say(findings.length === 0 ? 'Nothing stopped, and nothing was lost.' : `${findings.length} findings.`)
}
