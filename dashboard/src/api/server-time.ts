/** The time of the server, which the sandbox may have moved. In production it is that of this machine. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { IS_SANDBOX } from '../environment.ts'
import { clockQuery } from './queries.ts'

/** Milliseconds since 1970 by the server's clock, renewed every second. */
export function useServerNow(): number {
  const queryClient = useQueryClient()
  const second = useSecond()
  // The sandbox bar reads the clock. An observer for each of the times of a list would be most of its cost.
  const clock = IS_SANDBOX ? queryClient.getQueryData(clockQuery.queryKey) : undefined
  return second + (clock ? skewOf(clock.attributes) : 0)
}

/** The clock of this machine, for spans of real time. */
export const useSecond = (): number => useSyncExternalStore(subscribe, currentSecond)

/** The time of the server once, for requests of ranges that end now. */
export async function readServerNow(queryClient: QueryClient): Promise<number> {
  if (!IS_SANDBOX) return Date.now()
  return Date.now() + skewOf((await queryClient.ensureQueryData(clockQuery)).attributes)
}

/** Measured when the answer arrives; the share of the network does not matter for minutes. */
const skewOf = ({ now, realTime }: { now: string; realTime: string }) =>
  new Date(now).getTime() - new Date(realTime).getTime()

/** Stable within a second, as the store of React requires. */
const currentSecond = () => Math.floor(Date.now() / 1000) * 1000

/** One timer for all times of a page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
