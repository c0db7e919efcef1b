/**
 * Escape closes the topmost layer only. Each open dialog of Mantine listens for it on the window, whatever lies above; this
 * listens before them, because it is loaded with the shell, and keeps the key for layers that open above dialogs.
 */
import { useEffect, useEffectEvent } from 'react'

type Close = () => void

const layers: Close[] = []

window.addEventListener(
  'keydown',
  (event) => {
    const close = layers.at(-1)
    if (event.key !== 'Escape' || event.isComposing || !close) return
    event.stopImmediatePropagation()
    close()
  },
  { capture: true },
)

export function useTopmostEscape(isOpen: boolean, close: Close): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => closeNow()
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [isOpen])
}
