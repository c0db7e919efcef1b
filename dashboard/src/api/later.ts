/** What the first page can be used without waits until everything that it asked for has arrived and is shown. */
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

let hasSettled = false

/** False until no query is under way for the first time since the page was loaded. */
export function useLater(): boolean {
  const count = useIsFetching()
  const [isLater, setLater] = useState(hasSettled)
  // An effect, as it has to follow the paint: what is rendered earlier would load before what has arrived is seen.
  useEffect(() => {
    if (count > 0 || isLater) return
    hasSettled = true
    setLater(true)
  }, [count, isLater])
  return isLater
}
