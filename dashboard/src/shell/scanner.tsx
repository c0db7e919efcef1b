/**
 * A scanned or typed reference opens its order, wherever nothing else is typed. A scanner types the digits and presses Enter;
 * a person may do the same.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOpenReference } from '../parts/open-reference.ts'

/** Digits with a longer pause between them are not one reference. */
const PAUSE_MS = 2000

export function Scanner(): null {
  const open = useOpenReference()
  const typed = useRef({ digits: '', at: 0 })
  const read = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
    const { digits, at } = typed.current
    const isContinued = event.timeStamp - at < PAUSE_MS
    if (/^\d$/.test(event.key)) {
      typed.current = { digits: (isContinued ? digits : '') + event.key, at: event.timeStamp }
      return
    }
    typed.current = { digits: '', at: 0 }
    if (event.key !== 'Enter' || digits === '' || !isContinued) return
    event.preventDefault()
    void open(digits)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => read(event)
    // Before the link or button that has the focus takes Enter for itself.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')
