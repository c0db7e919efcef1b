import { useState } from 'react'
import { IMAGE_HOSTS } from '../../environment.ts'
import styles from './catalog.module.css'

interface ProductImageProps {
  url: string | null | undefined
  /** Empty where the name stands beside it. */
  alt: string
  /** Its first letter stands in for an image that cannot be shown. */
  name: string
  isLarge?: boolean
}

/** An image of a configured host; the policy of the page refuses all others, so they are not asked for. */
export function ProductImage({ url, alt, name, isLarge = false }: ProductImageProps) {
  const [broken, setBroken] = useState<string>()
  const className = isLarge ? styles.largeImage : styles.image
  const shown = url && shownAddress(url, isLarge)
  if (!shown || shown === broken) {
    const label = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
    return (
      <span className={className} {...label}>
        {name.slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={className}
      src={shown}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(shown)}
    />
  )
}

/** A picture that the server keeps comes from the server of this page, by whatever name others know it, and in its size. */
const KEPT = /^(\/pictures\/[\da-f-]{36}\/[\da-f-]{36})-\d+\.webp$/

function shownAddress(url: string, isLarge: boolean): string | undefined {
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
