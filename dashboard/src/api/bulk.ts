/** One request for each of many items, a few at a time, with the outcome of every one of them. */
import { useQueryClient } from '@tanstack/react-query'
import { RateLimitError } from '@tradehall/client'
import { useRef, useState } from 'react'
import { detailsOf, messageOf } from './errors.ts'

export interface BulkItem {
  id: string
  /** What a person calls it. */
  name: string
}

interface BulkProgress {
  total: number
  succeeded: readonly BulkItem[]
  failed: readonly { item: BulkItem; problem: string; details: readonly string[] }[]
  isRunning: boolean
}

export interface Bulk {
  /** Undefined before the first run, and after `dismiss`. */
  progress: BulkProgress | undefined
  start: (items: readonly BulkItem[], act: (item: BulkItem) => Promise<unknown>) => Promise<BulkProgress>
  /** Begins no further item; those under way end. */
  stop: () => void
  dismiss: () => void
}

/** Browsers open six connections to a server; the page needs some for itself. */
const AT_ONCE = 4

/** `types`: the resource types that are read again afterwards. */
export function useBulk(types: readonly string[]): Bulk {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress>()
  const isStopped = useRef(false)

  async function start(items: readonly BulkItem[], act: (item: BulkItem) => Promise<unknown>) {
    isStopped.current = false
    const left = [...items]
    let current: BulkProgress = { total: items.length, succeeded: [], failed: [], isRunning: true }
    const show = (change: Partial<BulkProgress>) => {
      current = { ...current, ...change }
      setProgress(current)
    }
    show({})
    async function work(): Promise<void> {
      for (let item = left.shift(); item && !isStopped.current; item = left.shift()) {
        try {
          await afterRateLimit(() => act(item), isStopped)
          show({ succeeded: [...current.succeeded, item] })
        } catch (error) {
          const failure = { item, problem: messageOf(error), details: detailsOf(error) }
          show({ failed: [...current.failed, failure] })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    show({ isRunning: false })
    await Promise.all(types.map((type) => queryClient.invalidateQueries({ queryKey: [type] })))
    return current
  }

  return {
    progress,
    start,
    stop: () => {
      isStopped.current = true
    },
    dismiss: () => setProgress(undefined),
  }
}

/** A long run may exceed the limit of requests; it then goes on when the server permits. */
async function afterRateLimit(
  act: () => Promise<unknown>,
  isStopped: { readonly current: boolean },
): Promise<void> {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      const isLimited = error instanceof RateLimitError && error.retryAfter !== undefined
      if (!isLimited || isStopped.current) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000))
    }
  }
}
