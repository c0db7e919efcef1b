/** Opens the search. It is part of the first load; the search itself is not. */
import { useHotkeys } from '@mantine/hooks'
import { createSpotlight } from '@mantine/spotlight'
// Loaded here, as it has to listen before dialogs do.
import '../parts/escape.ts'
import { SearchIcon } from '../parts/icons.tsx'
import { words } from '../words/index.ts'
import styles from './shell.module.css'

export const [store, palette] = createSpotlight()

export function PaletteButton() {
  // Also while something is typed in a field.
  useHotkeys([['mod+K', palette.open]], [])
  return (
    <button type="button" className={styles.search} onClick={palette.open}>
      <SearchIcon />
      <span>{words.palette.open}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}
