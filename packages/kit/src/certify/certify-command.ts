/** Chooses by the options of `certify`: a run, or `--list`, `--explain` and `--verify`, which need no connector. */
import { print, styled } from '../terminal/printing.ts'
import { type CertifyOptions, certify } from './certify.ts'
import { findLesson } from './certify-lesson.ts'
import { needsText } from './lesson.ts'
import { LESSONS } from './lessons/index.ts'
import { verifyFile } from './verify.ts'

interface CommandOptions extends CertifyOptions {
  list?: boolean
  explain?: string
  verify?: string
  key?: readonly string[]
}

/** Returns the exit code. */
export async function certifyCommand(
  command: readonly string[],
  { list = false, explain, verify, key = [], ...options }: CommandOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  if (list) return printList()
  if (explain !== undefined) return printExplanation(explain)
  if (verify !== undefined) return await verifyFile(verify, key, options, environment)
  return await certify(command, options, environment, stop)
}

function printList(): number {
  const width = Math.max(...LESSONS.map(({ id }) => id.length))
  for (const { id, title, requirements, needs } of LESSONS) {
    const count = Object.keys(requirements).length
    print(
      `${styled('bold', id.padEnd(width))}  ${title}: ${count} requirements. ${needsText(needs)}`.trimEnd(),
    )
  }
  return 0
}

function printExplanation(name: string): number {
  const { title, about, needs, requirements } = findLesson(name)
  print(`${styled('bold', title)}\n\n${`${about} ${needsText(needs)}`.trimEnd()}\n`)
  for (const [id, { text, fix, reference, isAdvice }] of Object.entries(requirements)) {
    print(`${styled('bold', `${name}.${id}`)}  ${text}${isAdvice ? ' (advice)' : ''}`)
    print(`  Fix: ${fix}`)
    print(styled('dim', `  docs/integrators/${reference}\n`))
  }
  return 0
}
