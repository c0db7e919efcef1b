/** The picture of an account, or the first letters of its name on a colour of its own. */
import { useState } from 'react'
import styles from './initials.module.css'
import { shownAddress } from './picture-address.ts'

export function Initials({ name, picture = null }: { name: string; picture?: string | null | undefined }) {
  const [broken, setBroken] = useState<string>()
  const shown = picture === null ? undefined : shownAddress(picture, false)
  if (shown && shown !== broken)
    return <img className={styles.picture} src={shown} alt="" onError={() => setBroken(shown)} />
  return (
    // Drawn by the style sheet, because what stands in a button has to be a part of its name.
    <span
      className={styles.initials}
      style={{ '--hue': hueOf(name) } as object}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  )
}

/** Of the first and the last word that begin with a letter: "Fox & Ledger" is FL. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word = '') => [...word][0]?.toLocaleUpperCase() ?? '').join('')
}

/** The same for a name everywhere. */
const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
