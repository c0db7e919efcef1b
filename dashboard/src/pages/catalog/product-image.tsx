import { useState } from 'react'
import { shownAddress } from '../../parts/picture-address.ts'
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
