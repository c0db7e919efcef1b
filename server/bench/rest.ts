/** Start-up and memory use of an idle sandbox, started as a user starts it, on an empty folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { foreignEnvironment } from './environment.ts'
import { type ServerProcess, serverProcesses } from './server-processes.ts'

export interface IdleMemory {
  processes: ServerProcess[]
  /** From the command to the welcome, creating the database included. */
  readyMs: number
  /** CPU time of the processes until the welcome. */
  readyCpuMs: number
  /** Without PostgreSQL. Pages shared by several processes count once if the system reports them (Linux). */
  bytes: number
  /** Shared pages count for each process. */
  rssBytes: number
}

/** Of the clone. */
export const LAUNCHER = fileURLToPath(new URL('../bin/tradehall.cjs', import.meta.url))

/** Of the published package, in the folder in which npm installed it. */
export const installedLauncher = (folder: string): string =>
  resolve(folder, 'node_modules/tradehall/bin/tradehall.cjs')

/** The name that `--only` matches. */
export const IDLE_SANDBOX = 'sandbox at rest'

export async function measureIdleMemory(stop: AbortSignal, launcher: string = LAUNCHER): Promise<IdleMemory> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-bench-rest-'))
  const sandbox = spawn(process.execPath, [launcher, 'start'], {
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
  const startedAt = performance.now()
  const exited = once(sandbox, 'exit')
  try {
    await isReady(sandbox, stop)
    const readyMs = performance.now() - startedAt
    const { cpuMs: readyCpuMs } = await look(sandbox.pid as number)
    return { ...(await settled(sandbox.pid as number, stop)), readyMs, readyCpuMs }
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

async function settled(root: number, stop: AbortSignal): Promise<Look> {
  let last = await look(root)
  for (let looks = 0, quiet = 0; looks < MAX_LOOKS && quiet < QUIET_LOOKS; looks++) {
    await wait(LOOK_MS, undefined, { signal: stop })
    const next = await look(root)
    quiet = Math.abs(next.bytes - last.bytes) < last.bytes / 100 ? quiet + 1 : 0
    last = next
  }
  return last
}

type Look = Pick<IdleMemory, 'processes' | 'bytes' | 'rssBytes'> & { cpuMs: number }

async function look(root: number): Promise<Look> {
  const processes = await serverProcesses(root)
  const sum = (key: 'bytes' | 'rssBytes' | 'cpuMs') => processes.reduce((total, one) => total + one[key], 0)
  return { processes, bytes: sum('bytes'), rssBytes: sum('rssBytes'), cpuMs: sum('cpuMs') }
}
