/** What surrounds every page: sandbox bar, navigation, search, failures, the question for the password. */
import { Link, Outlet } from '@tanstack/react-router'
import { isBrand, PAGES } from '../access.ts'
import { IS_SANDBOX } from '../environment.ts'
import '../parts/list-keys.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { Badge } from './badge.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Failures } from './failures.tsx'
import { Palette, PaletteButton } from './palette.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { SandboxBar } from './sandbox-bar.tsx'
import { Scanner } from './scanner.tsx'
import styles from './shell.module.css'

export function Shell() {
  const session = useSession()
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {words.skipToContent}
      </a>
      {IS_SANDBOX && <SandboxBar />}
      <ConnectionBanner />
      <div className={styles.page}>
        <div className={styles.side}>
          <div className={styles.sticky}>
            <div className={styles.head}>
              <AccountMenu />
              <PaletteButton />
              <Failures />
            </div>
            <nav className={styles.nav} aria-label={words.navigation.label}>
              {PAGES.filter(({ allows }) => allows(session)).map(({ to, title }) => (
                <Link key={to} to={to} activeOptions={{ exact: to === '/' }}>
                  {title}
                  <Badge to={to} />
                </Link>
              ))}
            </nav>
          </div>
        </div>
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Palette />
      {isBrand(session) && <Scanner />}
      <PasswordPrompt />
    </div>
  )
}
