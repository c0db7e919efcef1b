/** What surrounds every page: sandbox bar, navigation, search, failures, the question for the password. */
import { useSpotlight } from '@mantine/spotlight'
import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PAGES } from '../access.ts'
import { useLater } from '../api/later.ts'
import { usePasswordPrompt } from '../api/password-prompt.ts'
import { IS_SANDBOX } from '../environment.ts'
import { PageIcon } from '../parts/icons.tsx'
import '../parts/list-keys.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { AccountButton } from './account-button.tsx'
import { Badge } from './badge.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { FailuresButton } from './failures-button.tsx'
import { OpensLater } from './opens-later.tsx'
import { PaletteButton, store } from './palette-button.tsx'
import { SandboxBar } from './sandbox-bar.tsx'
import { Scanner } from './scanner.tsx'
import styles from './shell.module.css'
import { SupportBanner } from './support-banner.tsx'

/** What is not seen at once is no part of the first load. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const Failures = lazy(async () => ({ default: (await import('./failures.tsx')).Failures }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const PasswordPrompt = lazy(async () => ({ default: (await import('./password-prompt.tsx')).PasswordPrompt }))

export function Shell() {
  const session = useSession()
  const isLater = useLater()
  // Both may be needed before everything has arrived; what waits for the password would otherwise wait for ever.
  const isSearched = useSpotlight(store).opened
  const isAsked = usePasswordPrompt() !== undefined
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {words.skipToContent}
      </a>
      <SupportBanner />
      {IS_SANDBOX && <SandboxBar />}
      <ConnectionBanner />
      <div className={styles.page}>
        <div className={styles.side}>
          <div className={styles.sticky}>
            <div className={styles.head}>
              <OpensLater
                button={(open) => <AccountButton onClick={open} />}
                layer={(isOpenAtFirst) => <AccountMenu isOpenAtFirst={isOpenAtFirst} />}
              />
              <PaletteButton />
              <OpensLater
                button={(open) => <FailuresButton onClick={open} />}
                layer={(isOpenAtFirst) => <Failures isOpenAtFirst={isOpenAtFirst} />}
              />
            </div>
            <nav className={styles.nav} aria-label={words.navigation.label}>
              {PAGES.filter(({ allows }) => allows(session)).map(({ to, icon, title }) => (
                <Link key={to} to={to} activeOptions={{ exact: to === '/' }}>
                  <PageIcon name={icon} />
                  {title}
                  {isLater && <Badge to={to} />}
                </Link>
              ))}
            </nav>
          </div>
        </div>
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {(isLater || isSearched) && <Palette />}
        {(isLater || isAsked) && <PasswordPrompt />}
      </Suspense>
      <Scanner />
    </div>
  )
}
