/** Runs `tradehall certify` as a process, and reads its report. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ReportedLesson, SignedReport } from '../../../packages/kit/src/certify/report/report.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/tradehall.cjs', import.meta.url))

export interface Played {
  exitCode: number
  output: string
  lessons: readonly ReportedLesson[]
  failed: readonly string[]
  /** Advice that was not followed included. */
  passed: readonly string[]
}

/** `folder` is that of the connector, `dataDir` that of the sandbox. */
export async function play(
  folder: string,
  { dataDir, only }: { dataDir: string; only: readonly string[] },
): Promise<Played> {
  const json = join(folder, 'report.json')
  const { exitCode, output } = await run(
    [
      'certify',
      '--config',
      join(folder, 'certify.json'),
      '--json',
      json,
      '--only',
      only.join(','),
      '--seed',
      '1',
    ],
    { ...process.env, TRADEHALL_DATA_DIR: dataDir },
  )
  if (exitCode === 1) throw new Error(`The run could not be made:\n${output}`)
  const { lessons } = JSON.parse(readFileSync(json, 'utf8')) as SignedReport
  const named = (verdicts: readonly string[]) =>
    lessons.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)
  return { exitCode, output, lessons, failed: named(['failed']), passed: named(['passed', 'warning']) }
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ exitCode: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env })
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, output: stdout + stderr }
  }
}
