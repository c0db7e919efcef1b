/**
 * A child process that runs one task and exits. It reports failures and steps to the parent by IPC, and ignores signals
 * from the terminal, because the parent decides when it is stopped.
 */
import { fork } from 'node:child_process'
import { StartRefused } from '@tradehall/kit/failures'
import { failureMessage } from './refusals.ts'
import type { ChildMessage, Program, Step } from './supervisor.ts'

export interface OneShotProcess {
  /** Rejected with the error message of the child. */
  done: Promise<void>
  kill: () => void
}

export function runOneShotProcess(
  name: string,
  { script, args, environment, flags = [] }: Program,
  onStep: (step: Step) => void = () => {},
): OneShotProcess {
  const child = fork(script, args, { env: environment, execArgv: [...process.execArgv, ...flags] })
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'failed') reject(new StartRefused(message.sentence))
    if (message.type === 'step') onStep(message)
  })
  child.once('error', ({ message }) =>
    reject(new StartRefused(`The ${name} could not be started: ${message}.`)),
  )
  // 'close' comes after the IPC channel is closed, so all messages have been received.
  child.once('close', (code, signal) => {
    if (code === 0) resolve()
    else reject(new StartRefused(`The ${name} exited with ${signal ?? `code ${code}`}.`))
  })
  return { done, kill: () => void child.kill('SIGKILL') }
}

/** In the child: reports the next step to the parent. */
export function reportStep(sentence: string, { of }: { of?: number } = {}): void {
  process.send?.({ type: 'step', sentence, ...(of && { of }) } satisfies ChildMessage)
}

/** In the child: runs the task and returns the exit code. */
export async function runAsOneShotProcess(work: () => Promise<void>): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  // The child must not outlive a parent that was killed.
  process.once('disconnect', () => process.exit(1))
  try {
    await work()
    return 0
  } catch (error) {
    const sentence = (await failureMessage(error)) ?? (error as Error).stack ?? String(error)
    await new Promise((sent) => process.send?.({ type: 'failed', sentence } satisfies ChildMessage, sent))
    return 1
  }
}
