import type { ComponentPropsWithRef } from 'react'
import { useActivity } from '../api/activity.ts'
import { BellIcon } from '../parts/icons.tsx'
import { words } from '../words/index.ts'
import styles from './shell.module.css'

export function FailuresButton(props: ComponentPropsWithRef<'button'>) {
  const count = useActivity().data?.attributes.failures.length ?? 0
  return (
    <button {...props} type="button" className={styles.iconButton} aria-label={words.failures.label(count)}>
      <BellIcon />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  )
}
