/**
 * The keys of lists: `j` and `k` move the focus from row to row, Enter opens the row (its link has the focus), `x` selects
 * it, and `/` leads to the search field. Loaded with the shell; it reads the page instead of a state, because at most one
 * list of a page is meant.
 */

window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
  const act = KEYS[event.key]
  if (act?.()) event.preventDefault()
})

/** Each returns whether there was something to do. */
const KEYS: Record<string, () => boolean> = {
  j: () => move(1),
  k: () => move(-1),
  x: () => select(),
  '/': () => focusOn(document.querySelector<HTMLElement>('[data-search]')),
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')

const rows = () => [...document.querySelectorAll<HTMLElement>('table[data-keys] tbody tr')]
const linkIn = (row: Element | undefined) => row?.querySelector<HTMLElement>('a[href]') ?? null
const currentRow = () => document.activeElement?.closest<HTMLElement>('table[data-keys] tbody tr')

function move(step: number): boolean {
  const all = rows()
  const row = currentRow()
  const at = row ? all.indexOf(row) : -1
  const next = at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))
  return focusOn(linkIn(all[next]))
}

function select(): boolean {
  const box = currentRow()?.querySelector<HTMLElement>('input[type="checkbox"]')
  box?.click()
  return box !== null && box !== undefined
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
  return element !== null
}
