/**
 * One browser has one session for all tabs. When it becomes another one, every tab begins anew, so that no page shows or
 * changes something of one account with what it has read of another.
 */
import { paths } from '../paths.ts'

const BASE = '/dashboard'
/** Where the operator came from, in this tab. */
const RETURN_KEY = 'tradehall-support-return'

const channel = new BroadcastChannel('tradehall-session')
channel.addEventListener('message', () => beginAnew())

/** Forgets everything that this tab has read. */
export function beginAnew(path: string = paths.home): void {
  location.assign(BASE + path)
}

/** The same in all tabs. */
export function beginAnewEverywhere(path: string): void {
  channel.postMessage('changed')
  beginAnew(path)
}

export const rememberReturn = (path: string) => sessionStorage.setItem(RETURN_KEY, path)

/** The page of the operator that this tab remembers. */
export function takeReturn(fallback: string): string {
  const path = sessionStorage.getItem(RETURN_KEY) ?? fallback
  sessionStorage.removeItem(RETURN_KEY)
  return path.startsWith('/operator/') ? path : fallback
}
