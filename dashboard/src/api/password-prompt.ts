/** The open question for the password, which all requests that wait for it share. `shell/password-prompt.tsx` shows it. */
import { useSyncExternalStore } from 'react'

export type PromptReason = 'expired' | 'confirm'

interface Prompt {
  reason: PromptReason
  answered: () => void
  cancelled: () => void
}

let open: { prompt: Prompt; answer: Promise<void> } | undefined
const listeners = new Set<() => void>()

/** The user did not want to answer: nothing was done, and nothing is wrong. */
export class PromptCancelled extends Error {}

/** Rejected if the user does not want to answer. */
export function askForPassword(reason: PromptReason): Promise<void> {
  if (!open) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const prompt: Prompt = {
      reason,
      answered: () => end(resolve),
      cancelled: () => end(() => reject(new PromptCancelled(reason))),
    }
    open = { prompt, answer: promise }
    notify()
  }
  return open.answer
}

export const usePasswordPrompt = (): Prompt | undefined => useSyncExternalStore(subscribe, () => open?.prompt)

function end(settle: () => void): void {
  open = undefined
  notify()
  settle()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
