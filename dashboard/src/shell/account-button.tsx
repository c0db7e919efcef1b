import type { ComponentPropsWithRef } from 'react'
import { ChevronIcon } from '../parts/icons.tsx'
import { Initials } from '../parts/initials.tsx'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import styles from './shell.module.css'

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const { name, imageUrl } = useSession().account
  return (
    <button {...props} type="button" className={styles.account} aria-label={words.navigation.accountOf(name)}>
      <Initials name={name} picture={imageUrl} />
      <span>{name}</span>
      <ChevronIcon />
    </button>
  )
}
