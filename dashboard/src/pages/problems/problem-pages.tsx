/** The pages for what cannot be shown: unknown, not allowed, unreachable, failed. */
import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ConnectionError, ForbiddenError, NotFoundError, ServerError } from '@tradehall/client'
import { type ReactNode, useEffect } from 'react'
import { detailsOf, messageOf } from '../../api/errors.ts'
import { Details } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './problem-pages.module.css'

/** Thrown by a route that the session may not open. */
export class Forbidden extends Error {}

const { problems } = words

function ProblemPage({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.page}>
      <title>{words.titleOf(title)}</title>
      <h1>{title}</h1>
      <p>{children}</p>
      {action}
    </div>
  )
}

const homeLink = (
  <Link to={paths.home} className={styles.link}>
    {problems.goHome}
  </Link>
)

export const NotFoundPage = () => (
  <ProblemPage title={problems.notFoundTitle} action={homeLink}>
    {problems.notFound}
  </ProblemPage>
)

const isSuspended = (error: unknown) =>
  error instanceof ForbiddenError && error.codes.includes('account_suspended')

export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (isSuspended(error))
    return (
      <ProblemPage
        title={problems.suspendedTitle}
        action={
          <Link to={paths.signIn} className={styles.link}>
            {problems.signInAsOther}
          </Link>
        }
      >
        {messageOf(error)}
      </ProblemPage>
    )
  if (error instanceof Forbidden || error instanceof ForbiddenError)
    return (
      <ProblemPage title={problems.forbiddenTitle} action={homeLink}>
        {problems.forbidden}
      </ProblemPage>
    )
  if (error instanceof NotFoundError) return <NotFoundPage />
  if (error instanceof ConnectionError || isAway(error)) return <UnreachablePage />
  return (
    <ProblemPage
      title={problems.failedTitle}
      action={
        <>
          <Button onClick={() => router.invalidate()}>{problems.retry}</Button>
          <Details lines={detailsOf(error)} />
        </>
      }
    >
      {messageOf(error)}
    </ProblemPage>
  )
}

/** A proxy or the API itself says that the server is not there for now. */
const isAway = (error: unknown) => error instanceof ServerError && [502, 503, 504].includes(error.status)

const RETRY_MS = 2000

function UnreachablePage() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => void router.invalidate(), RETRY_MS)
    return () => clearInterval(timer)
  }, [router])
  return <ProblemPage title={problems.unreachableTitle}>{problems.unreachable}</ProblemPage>
}
