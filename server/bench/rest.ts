/** Memory use of an idle sandbox, started as a user starts it, on an empty folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { foreignEnvironment } from './environment.ts'

export interface IdleMemory {
  processes: { name: string; bytes: number; rssBytes: number }[]
  /** Without PostgreSQL. Pages shared by several processes count once if the system reports them (Linux). */
  bytes: number
  /** Shared pages count for each process. */
  rssBytes: number
}

const LAUNCHER = fileURLToPath(new URL('../bin/tradehall.cjs', import.meta.url))

/** The name that `--only` matches. */
export const IDLE_SANDBOX = 'sandbox at rest'

export async function measureIdleMemory(stop: AbortSignal): Promise<IdleMemory> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-bench-rest-'))
  const sandbox = spawn(process.execPath, [LAUNCHER, 'start'], {
    env: {
      ...foreignEnvironment(),
      TRADEHALL_PORT: '0',
      TRADEHALL_DATA_DIR: join(folder, 'data'),
      // The compile cache is empty too, as after an installation: the most expensive start.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    // Ctrl-C reaches the benchmark only, which then ends the sandbox in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(sandbox, 'exit')
  try {
    await isReady(sandbox, stop)
    return await settled(sandbox.pid as number, stop)
  } finally {
    sandbox.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}

function isReady(sandbox: ChildProcess, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    sandbox.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Tradehall is ready.')) resolve()
    })
    sandbox.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code}: ${said}`)))
    stop.addEventListener('abort', () => reject(stop.reason))
  })
}

const LOOK_MS = 1000
/** This many consecutive samples must agree within one percent. */
const QUIET_LOOKS = 4
const MAX_LOOKS = 30

async function settled(root: number, stop: AbortSignal): Promise<IdleMemory> {
  let last = await look(root)
  for (let looks = 0, quiet = 0; looks < MAX_LOOKS && quiet < QUIET_LOOKS; looks++) {
    await wait(LOOK_MS, undefined, { signal: stop })
    const next = await look(root)
    quiet = Math.abs(next.bytes - last.bytes) < last.bytes / 100 ? quiet + 1 : 0
    last = next
  }
  return last
}

async function look(root: number): Promise<IdleMemory> {
  const all = process.platform === 'linux' ? await readProc() : readPs()
  const ours = descendants(all, root).filter(
    ({ command }) => command.includes('.ts') || command.includes('.cjs'),
  )
  const processes = await Promise.all(
    ours.map(async ({ pid, command, rssBytes }) => ({
      name: nameOf(command),
      bytes: (await proportionalBytes(pid)) ?? rssBytes,
      rssBytes,
    })),
  )
  const sum = (key: 'bytes' | 'rssBytes') => processes.reduce((total, one) => total + one[key], 0)
  return { processes, bytes: sum('bytes'), rssBytes: sum('rssBytes') }
}

interface Seen {
  pid: number
  parent: number
  command: string
  rssBytes: number
}

const descendants = (all: readonly Seen[], root: number): Seen[] =>
  all.flatMap((one) => {
    if (one.pid === root) return [one]
    return one.parent === root ? descendants(all, one.pid) : []
  })

const nameOf = (command: string) =>
  command.includes('embedded-database-guard')
    ? 'guard'
    : (/main\.ts (api|worker)\b/.exec(command)?.[1] ?? 'supervisor')

async function readProc(): Promise<Seen[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const seen = pids.map(async (pid) => {
    // The process may exit between listing and reading.
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    const figure = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status ?? '')?.[1] ?? 0)
    return {
      pid: Number(pid),
      parent: figure('PPid'),
      command: (command ?? '').replaceAll('\0', ' '),
      rssBytes: figure('VmRSS') * 1024,
    }
  })
  return await Promise.all(seen)
}

function readPs(): Seen[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [, pid, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), command, rssBytes: Number(kilobytes) * 1024 }
  })
}

async function proportionalBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const kilobytes = /^Pss:\s+(\d+)/m.exec(text)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
