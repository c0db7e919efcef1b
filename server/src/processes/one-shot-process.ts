/**
 * A child that does one thing and ends. What stops it is told to the parent, who says it; the parent also decides when
 * it has to end early, so signals from the terminal are not for it.
 */
import { fork } from 'node:child_process'
import { StartRefused } from '../platform/data-dir.ts'
import { sentenceOf } from './refusals.ts'
import type { ChildMessage, Program, Step } from './supervisor.ts'

export interface Errand {
  /** Fails with the sentence of the child. */
  done: Promise<void>
  kill: () => void
}

export function sendOnErrand(
  name: string,
  { script, args, environment }: Program,
  onStep: (step: Step) => void = () => {},
): Errand {
  const child = fork(script, args, { env: environment })
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'failed') reject(new StartRefused(message.sentence))
    if (message.type === 'step') onStep(message)
  })
  child.once('error', ({ message }) =>
    reject(new StartRefused(`The ${name} could not be started: ${message}.`)),
  )
  // By then the channel is closed, and everything that was said has been heard.
  child.once('close', (code, signal) => {
    if (code === 0) resolve()
    else reject(new StartRefused(`The ${name} ended with ${signal ?? `code ${code}`}.`))
  })
  return { done, kill: () => void child.kill('SIGKILL') }
}

/** The child's side: tells the parent what it is about to do. */
export function reportStep(sentence: string, { of }: { of?: number } = {}): void {
  process.send?.({ type: 'step', sentence, ...(of && { of }) } satisfies ChildMessage)
}

/** The child's side: does the work and answers the exit code. */
export async function runErrand(work: () => Promise<void>): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  // Nothing outlives a parent that was killed.
  process.once('disconnect', () => process.exit(1))
  try {
    await work()
    return 0
  } catch (error) {
    const sentence = (await sentenceOf(error)) ?? (error as Error).stack ?? String(error)
    await new Promise((sent) => process.send?.({ type: 'failed', sentence } satisfies ChildMessage, sent))
    return 1
  }
}
