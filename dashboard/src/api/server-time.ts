/**
 * The time of the server. The page brings it, so that it is known before anything is read; afterwards the sandbox may move it.
 * The clock of this machine only counts on from there, as it may be wrong.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { CLOCK_OFFSET_MS, IS_SANDBOX, MACHINE_LATE_MS } from '../environment.ts'
import { clockQuery } from './queries.ts'

/** Milliseconds since 1970 by the server's clock, renewed every second. */
export function useServerNow(): number {
  const queryClient = useQueryClient()
  const second = useRealNow()
  // The sandbox bar reads the clock. An observer for each of the times of a list would be most of its cost.
  const clock = IS_SANDBOX ? queryClient.getQueryData(clockQuery.queryKey) : undefined
  return second + (clock ? offsetOf(clock.attributes) : CLOCK_OFFSET_MS)
}

/** For what happens in real time, whatever the sandbox does to its clock. */
export const useRealNow = (): number => useSecond() + MACHINE_LATE_MS

/** The clock of this machine, for spans that begin and end on it. */
export const useSecond = (): number => useSyncExternalStore(subscribe, currentSecond)

/** The time of the server once, for requests of ranges that end now. */
export async function readServerNow(queryClient: QueryClient): Promise<number> {
  if (!IS_SANDBOX) return realNow()
  return realNow() + offsetOf((await queryClient.ensureQueryData(clockQuery)).attributes)
}

const offsetOf = ({ now, realTime }: { now: string; realTime: string }) =>
  new Date(now).getTime() - new Date(realTime).getTime()

const realNow = () => Date.now() + MACHINE_LATE_MS

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
