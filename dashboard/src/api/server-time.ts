/** The time of the server, which the sandbox may have moved. In production it is that of this machine. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { IS_SANDBOX } from '../environment.ts'
import { clockQuery } from './queries.ts'

/** Milliseconds since 1970 by the server's clock, renewed every second. */
export function useServerNow(): number {
  const { data: skewMs = 0 } = useQuery({
    ...clockQuery,
    enabled: IS_SANDBOX,
    // Measured when the answer arrives; the share of the network does not matter for minutes.
    select: ({ attributes: { now, realTime } }) => new Date(now).getTime() - new Date(realTime).getTime(),
  })
  return useSyncExternalStore(subscribe, currentSecond) + skewMs
}

/** Stable within a second, as the store of React requires. */
const currentSecond = () => Math.floor(Date.now() / 1000) * 1000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
