/** The sandbox bar: the clock, test orders, autopilot, faults, mails, jobs and the reset. It is on every page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isBrand, isSupport } from '../access.ts'
import { useRefreshAll } from '../api/activity.ts'
import { client, send } from '../api/client.ts'
import { messageOf } from '../api/errors.ts'
import { useLater } from '../api/later.ts'
import { autopilotQuery, clockQuery, faultsQuery, mailsQuery } from '../api/queries.ts'
import { useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatSpan } from '../parts/time.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { DateButton } from './date-button.tsx'
import { OpensLater } from './opens-later.tsx'
import styles from './sandbox-bar.module.css'

const ActionDialog = lazy(async () => ({
  default: (await import('../parts/action-dialog.tsx')).ActionDialog,
}))
const FaultsDialog = lazy(async () => ({ default: (await import('./faults-dialog.tsx')).FaultsDialog }))
const GoToDate = lazy(async () => ({ default: (await import('./go-to-date.tsx')).GoToDate }))
const MailsDialog = lazy(async () => ({ default: (await import('./mails-dialog.tsx')).MailsDialog }))

const { sandbox } = words

type Dialog = 'faults' | 'mails' | 'reset'

export function SandboxBar() {
  return isSupport(useSession()) ? <ClockBar /> : <FullBar />
}

/** In a support session, which may look at the clock only. */
const ClockBar = () => (
  <section className={styles.bar} aria-label={sandbox.label}>
    <b>{sandbox.title}</b>
    <ClockText />
  </section>
)

function FullBar() {
  const session = useSession()
  const [dialog, setDialog] = useState<Dialog>()
  const { run, note, problem, isBusy } = useSandboxAction()
  const isLater = useLater()
  const { data: faults } = useQuery({ ...faultsQuery, enabled: isLater })
  const { data: mails } = useQuery({ ...mailsQuery, enabled: isLater })
  const action = (title: string, work: () => Promise<string>, long?: string) => (
    <button type="button" disabled={isBusy} onClick={() => run(work)} title={long}>
      {title}
    </button>
  )
  return (
    <section className={styles.bar} aria-label={sandbox.label}>
      <b>{sandbox.title}</b>
      <ClockText />
      {action(sandbox.plusHour, () => advance(3600), sandbox.plusHourLong)}
      {action(sandbox.plusDay, () => advance(86_400), sandbox.plusDayLong)}
      <OpensLater
        button={(open) => <DateButton disabled={isBusy} onClick={open} />}
        layer={(isOpenAtFirst) => (
          <GoToDate isBusy={isBusy} isOpenAtFirst={isOpenAtFirst} go={(to) => run(() => setClock(to))} />
        )}
      />
      {action(sandbox.toNow, resetClock)}
      {isBrand(session) && action(sandbox.testOrder, createTestOrder)}
      {isBrand(session) && <Autopilot run={run} isBusy={isBusy} />}
      <button type="button" onClick={() => setDialog('faults')}>
        {sandbox.faults(faults?.length ?? 0)}
      </button>
      <button type="button" onClick={() => setDialog('mails')}>
        {sandbox.mails(mails?.length ?? 0)}
      </button>
      {action(sandbox.runJobs, runJobs)}
      <span className={problem ? styles.problem : styles.note} role="status">
        {problem || note}
      </span>
      <button type="button" className={styles.right} onClick={() => setDialog('reset')}>
        {sandbox.reset}
      </button>
      <Suspense>
        {dialog === 'faults' && <FaultsDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'reset' && <ResetDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'mails' && <MailsDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </section>
  )
}

type Run = (work: () => Promise<string>) => void

/** One action at a time. Afterwards everything is read again, because the clock and new orders show anywhere. */
function useSandboxAction() {
  const refreshAll = useRefreshAll()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (work: () => Promise<string>) => send(work),
    onSuccess: refreshAll,
  })
  const run: Run = (work) => mutate(work)
  return { run, note: data ?? '', problem: error ? messageOf(error) : '', isBusy: isPending }
}

function ClockText() {
  const now = useServerNow()
  const { data } = useQuery(clockQuery)
  const seconds = Math.round(data?.attributes.offsetSeconds ?? 0)
  const span = formatSpan(seconds)
  const distance = seconds === 0 ? sandbox.realTime : seconds > 0 ? sandbox.ahead(span) : sandbox.behind(span)
  return (
    <span>
      {formatDateTime(new Date(now))} · {distance}
    </span>
  )
}

function Autopilot({ run, isBusy }: { run: Run; isBusy: boolean }) {
  const { data } = useQuery({ ...autopilotQuery, enabled: useLater() })
  const isOn = data?.attributes.enabled === true
  const title = isOn ? sandbox.switchAutopilotOff : sandbox.switchAutopilotOn
  const toggle = async () => {
    await client.request('POST', '/api/testing/autopilot', { body: { enabled: !isOn } })
    return ''
  }
  return (
    <button
      type="button"
      disabled={isBusy || !data}
      title={sandbox.autopilotHint}
      onClick={() => run(toggle)}
    >
      {title}
    </button>
  )
}

function ResetDialog({ onClose }: { onClose: () => void }) {
  const refreshAll = useRefreshAll()
  const router = useRouter()
  async function reset() {
    await send(() => client.request('POST', '/api/testing/reset', { timeoutMs: 120_000 }))
    onClose()
    // The session may have ended with its user; the routes find out.
    await refreshAll()
    await router.invalidate()
  }
  return (
    <ActionDialog
      title={sandbox.resetTitle}
      submitWord={sandbox.resetSubmit}
      isDangerous
      submit={reset}
      onClose={onClose}
    >
      <p>{sandbox.resetHint}</p>
    </ActionDialog>
  )
}

interface Jobs {
  meta?: { jobs?: { ran: number; failed: number } }
}

const jobsNote = ({ meta }: Jobs) => {
  const { ran = 0, failed = 0 } = meta?.jobs ?? {}
  return sandbox.jobsDone(ran, failed)
}

/** Moving the clock runs everything that has become due before it is answered. */
const LONG = { timeoutMs: 120_000 }

const advance = async (seconds: number) =>
  jobsNote(
    await client.request('POST', '/api/testing/clock/-actions/advance', { body: { seconds }, ...LONG }),
  )

const setClock = async (to: Date) =>
  jobsNote(
    await client.request('POST', '/api/testing/clock/-actions/set', {
      body: { to: to.toISOString() },
      ...LONG,
    }),
  )

const resetClock = async () =>
  jobsNote(await client.request('POST', '/api/testing/clock/-actions/reset', LONG))

const runJobs = async () =>
  jobsNote(await client.request('POST', '/api/testing/clock/-actions/run-jobs', LONG))

async function createTestOrder(): Promise<string> {
  const { data } = await client.request('POST', '/api/testing/orders/create', { body: {} })
  return sandbox.testOrderDone(data.attributes.reference)
}
