import { ConnectionError } from '@tradehall/client'
import { useActivity } from '../api/activity.ts'
import { words } from '../words/index.ts'
import styles from './shell.module.css'

/** Says that the server is away; the poll finds it again. */
export function ConnectionBanner() {
  const { error } = useActivity()
  if (!(error instanceof ConnectionError)) return null
  return (
    <div className={styles.banner} role="status">
      {words.problems.unreachableBar}
    </div>
  )
}
