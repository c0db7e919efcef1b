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
  if (!url || url === broken || !isAllowed(url)) {
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
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}

function isAllowed(url: string): boolean {
  if (!URL.canParse(url, location.href)) return false
  const { origin, protocol, host } = new URL(url, location.href)
  return (
    origin === location.origin ||
    IMAGE_HOSTS.some((allowed) => {
      const [scheme, pattern = ''] = allowed.split('//')
      if (scheme !== protocol) return false
      return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
    })
  )
}
