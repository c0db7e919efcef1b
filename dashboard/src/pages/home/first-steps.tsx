/** Three things to try in a new sandbox. Once closed, the card never returns in this browser. */
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CloseIcon } from '../../parts/icons.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './home.module.css'

const { firstSteps: text } = words.home

const CLOSED = 'tradehall-first-steps-closed'

export function FirstSteps() {
  const [isClosed, setClosed] = useState(() => localStorage.getItem(CLOSED) !== null)
  if (isClosed) return null
  const close = () => {
    localStorage.setItem(CLOSED, '1')
    setClosed(true)
  }
  return (
    <section className={styles.steps} aria-label={text.title}>
      <h2>{text.title}</h2>
      <ol>
        <li>
          <Link to={paths.orders}>{text.accept}</Link>
        </li>
        <li>
          <Link to={paths.imports}>{text.importFile}</Link>
        </li>
        <li>
          <Link to={paths.webhooks}>{text.webhook}</Link>
        </li>
      </ol>
      <ActionIcon variant="subtle" aria-label={text.close} onClick={close}>
        <CloseIcon />
      </ActionIcon>
    </section>
  )
}
