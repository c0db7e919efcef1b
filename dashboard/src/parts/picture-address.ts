/** Where a picture may be read from: the policy of the page refuses all other hosts, so they are not asked. */
import { IMAGE_HOSTS } from '../environment.ts'

/** A picture that the server keeps comes from the server of this page, by whatever name others know it, and in its size. */
const KEPT = /^(\/pictures\/[\da-f-]{36}\/[\da-f-]{36})-\d+\.webp$/

export function shownAddress(url: string, isLarge: boolean): string | undefined {
  if (!URL.canParse(url, location.href)) return undefined
  const { origin, protocol, host, pathname } = new URL(url, location.href)
  const [, kept] = KEPT.exec(pathname) ?? []
  if (kept) return `${kept}-${isLarge ? 480 : 160}.webp`
  const isAllowed =
    origin === location.origin ||
    IMAGE_HOSTS.some((allowed) => {
      const [scheme, pattern = ''] = allowed.split('//')
      if (scheme !== protocol) return false
      return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
    })
  return isAllowed ? url : undefined
}
