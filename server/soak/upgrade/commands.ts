/** Commands of `tradehall` as programs, of which the first run is killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { PROGRAM } from '../fleet/fleet.ts'
import { type Check, check } from '../judgement/check.ts'

export interface Command {
  args: readonly string[]
  env: Record<string, string | undefined>
  /** By default that of this version. */
  program?: string
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  said: string
  output: string
}

function begin({ args, env, program = PROGRAM }: Command): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    said += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, said: said.trim(), output }))
  return { child, ended }
}

export const runCommand = (command: Command): Promise<Ended> => begin(command).ended

const LOOK_MS = 3

/**
 * Runs a command, kills it as soon as `isInTheMiddle`, and runs it again to its end. A rule is broken if the command was over
 * before, because then nothing was shown.
 */
export async function runKilledOnce(
  name: string,
  command: Command,
  isInTheMiddle: (said: string) => Promise<boolean> | boolean,
): Promise<{ checks: Check[]; ended: Ended }> {
  const { child, ended } = begin(command)
  let isOver = false
  const over = ended.then((end) => {
    isOver = true
    return end
  })
  let seen = ''
  child.stdout?.on('data', (text: string) => {
    seen += text
  })
  while (!isOver && !(await Promise.resolve(isInTheMiddle(seen)).catch(() => false))) await wait(LOOK_MS)
  child.kill('SIGKILL')
  const first = await over
  const second = await runCommand(command)
  return {
    checks: [
      check(`${name} was killed in the middle`, first.signal === 'SIGKILL', first.said.split('\n').at(-1)),
      check(
        `${name} ends well when it is run again`,
        second.code === 0,
        second.code === 0 ? '' : second.said,
      ),
    ],
    ended: second,
  }
}
