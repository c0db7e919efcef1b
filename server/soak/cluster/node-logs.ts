/** The logs of all nodes, read by SQL from the place where the last reading ended. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../src/platform/database.ts'
import { connect } from '../../src/platform/database.ts'
import { type RemoteCommand, readCommands } from './remote-commands.ts'

const WITHIN_MS = 5_000
const APPLY_MS = 1_000

export interface NodeLogs {
  /** The commands since the last call. */
  take(): Promise<RemoteCommand[]>
  /** Nodes log no commands from now on. */
  close(): Promise<void>
}

/** Undefined if a node does not write its log as JSON, or the role may not read it. */
export async function openNodeLogs(coordinatorUrl: string): Promise<NodeLogs | undefined> {
  const coordinator = connect(coordinatorUrl, { pool: 1, name: 'soak' })
  const nodes = await coordinator<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node where noderole::text = 'primary' and groupid <> 0`
  const workers = nodes.map(({ host, port }) =>
    connect(urlOf(coordinatorUrl, host, port), { pool: 1, name: 'soak' }),
  )
  const sessions = [coordinator, ...workers]
  const end = () => Promise.all(sessions.map((session) => session.end({ timeout: 1 })))
  if (!(await Promise.all(sessions.map(hasJsonLog))).every(Boolean)) {
    await end()
    return undefined
  }
  const set = (what: (setting: [name: string, value: string]) => string) =>
    Promise.all(
      sessions.map(async (session) => {
        for (const setting of Object.entries(SETTINGS)) await session.unsafe(`alter system ${what(setting)}`)
        await session`select pg_reload_conf()`
      }),
    )
  await set(([name, value]) => `set ${name} = '${value}'`)
  await wait(APPLY_MS)
  const logs = sessions.map(logOf)
  await Promise.all(logs.map((log) => log()))
  return {
    async take() {
      const texts = await Promise.all(logs.map((log) => log()))
      const programs = await coordinator<{ pid: number; name: string }[]>`
        select pid, application_name as name from pg_stat_activity where backend_type = 'client backend'`
      return readCommands(texts.join('\n'), new Map(programs.map(({ pid, name }) => [pid, name])))
    },
    async close() {
      await set(([name]) => `reset ${name}`)
      await end()
    },
  }
}

const SETTINGS = { 'citus.log_remote_commands': 'on', log_min_messages: 'notice' }

function urlOf(coordinatorUrl: string, host: string, port: number): string {
  const url = new URL(coordinatorUrl)
  url.hostname = host
  url.port = `${port}`
  return url.href
}

const hasJsonLog = (session: Database): Promise<boolean> =>
  session<
    { has: boolean }[]
  >`select pg_read_file(pg_current_logfile('jsonlog'), 0, 1) is not null as has`.then(
    ([row]) => row?.has ?? false,
    () => false,
  )

/** Reads up to a mark that it writes itself, because the log is written by a process of its own. */
function logOf(session: Database): () => Promise<string> {
  let [offset, count] = [0, 0]
  return async () => {
    const mark = `soak mark ${process.pid} ${count++}`
    if (offset === 0) offset = await sizeOf(session)
    await session.unsafe(`do $$ begin raise log '${mark}'; end $$`)
    const deadline = performance.now() + WITHIN_MS
    for (;;) {
      const [row] = await session<{ text: string }[]>`
        select pg_read_file(pg_current_logfile('jsonlog'), ${offset}::bigint, ${READ_BYTES}::bigint) as text`
      const text = row?.text ?? ''
      const end = text.indexOf(mark)
      if (end >= 0) {
        const read = text.slice(0, text.indexOf('\n', end) + 1)
        offset += Buffer.byteLength(read)
        return read
      }
      if (performance.now() > deadline) throw new Error('A node does not write its log.')
      await wait(10)
    }
  }
}

const READ_BYTES = 64 * 1024 * 1024

async function sizeOf(session: Database): Promise<number> {
  const [row] = await session<{ size: number }[]>`
    select size::float8 from pg_stat_file(pg_current_logfile('jsonlog'))`
  return row?.size ?? 0
}
