/** A button that opens a layer. The button is there at once; the layer, and what positions it, loads afterwards. */
import { type ReactNode, Suspense, useState } from 'react'
import { useLater } from '../api/later.ts'

interface OpensLaterProps {
  button: (open: () => void) => ReactNode
  /** Has the same button. */
  layer: (isOpenAtFirst: boolean) => ReactNode
}

export function OpensLater({ button, layer }: OpensLaterProps) {
  const [isAsked, setAsked] = useState(false)
  const isLater = useLater()
  const alone = button(() => setAsked(true))
  return isLater || isAsked ? <Suspense fallback={alone}>{layer(isAsked)}</Suspense> : alone
}
