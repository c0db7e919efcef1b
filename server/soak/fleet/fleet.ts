/**
 * The server under test: two API nodes and two workers, each a program as in production. A program that ends is
 * restarted, as by a service manager.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processTree, signalAll } from '../../test/stopped.ts'
import { APIS, PROCESSES, type ProcessName, WORKERS } from './processes.ts'

export const PROGRAM = fileURLToPath(new URL('../../bin/tradehall.cjs', import.meta.url))
const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5_000
/** A server drains for three seconds. */
const END_MS = 8_000
const LAST_LINES = 6
const LINE_LENGTH = 400

/** The end of a program that nothing in the run has caused. */
export interface Crash {
  process: ProcessName
  atMs: number
  how: string
  /** Whether it had worked before. */
  hadWorked: boolean
  said: string
}

interface Member {
  name: ProcessName
  child: ChildProcess | undefined
  /** The earliest possible start of its sessions with the database. */
  since: Date
  hadWorked: boolean
  /** The number of signals that were sent to it or to its child; these ends are not crashes. */
  killed: number
  waitMs: number
  last: string[]
  /** It was asked to stop, and is to be started again at once. */
  isRestarting: boolean
}

export interface FleetOptions {
  environmentOf(name: ProcessName): Record<string, string | undefined>
  /** The script of a process at its next start; by default that of this version. */
  programOf?(name: ProcessName): string | undefined
  logFolder: string
  now(): number
}

export class Fleet {
  readonly crashes: Crash[] = []
  readonly #options: FleetOptions
  readonly #members: ReadonlyMap<ProcessName, Member>
  readonly #ending = new AbortController()

  constructor(options: FleetOptions) {
    this.#options = options
    this.#members = new Map(
      PROCESSES.map((name) => [
        name,
        {
          name,
          child: undefined,
          since: new Date(),
          hadWorked: false,
          killed: 0,
          waitMs: FIRST_WAIT_MS,
          last: [],
          isRestarting: false,
        },
      ]),
    )
  }

  start(): void {
    for (const member of this.#members.values()) this.#spawn(member)
  }

  pidOf(name: ProcessName): number | undefined {
    return this.#memberOf(name).child?.pid
  }

  /** Older sessions with the database belong to a previous process. */
  sinceOf = (name: ProcessName): Date => this.#memberOf(name).since

  /** Called when the process was seen to work. */
  hasWorked(name: ProcessName): void {
    const member = this.#memberOf(name)
    member.hadWorked = true
    member.waitMs = FIRST_WAIT_MS
  }

  /** `child`: the process that serves, which its parent restarts. */
  async kill(name: ProcessName, part: 'whole' | 'child'): Promise<void> {
    const member = this.#memberOf(name)
    const [parent, ...children] = await this.#treeOf(name)
    const victims = part === 'child' ? children : [parent]
    member.killed += 1
    member.since = new Date()
    signalAll(
      victims.filter((pid) => pid !== undefined),
      'SIGKILL',
    )
  }

  async freeze(name: ProcessName): Promise<() => void> {
    const pids = await this.#treeOf(name)
    signalAll(pids, 'SIGSTOP')
    return () => signalAll(pids, 'SIGCONT')
  }

  /** As a service manager does: stops it in order, and starts it with the program and the settings of now. */
  async restart(name: ProcessName): Promise<void> {
    const member = this.#memberOf(name)
    const { child } = member
    if (!child) throw new Error(`${name} does not run.`)
    member.isRestarting = true
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  /** Prevents the process from opening any further file or connection. */
  async exhaustDescriptors(name: ProcessName): Promise<() => void> {
    const limited = (await this.#treeOf(name)).map((pid) => ({
      pid,
      limit: limitOf(pid),
      open: openFiles(pid),
    }))
    for (const { pid, limit, open } of limited) setLimit(pid, `${open}:${limit.hard}`)
    return () => {
      for (const { pid, limit } of limited) setLimit(pid, `${limit.soft}:${limit.hard}`)
    }
  }

  async end(): Promise<void> {
    this.#ending.abort()
    const children = [...this.#members.values()].flatMap(({ child }) =>
      child && isRunning(child) ? [child] : [],
    )
    await Promise.all(children.map(endProcess))
  }

  async #treeOf(name: ProcessName): Promise<number[]> {
    const pid = this.pidOf(name)
    return pid === undefined ? [] : await processTree(pid)
  }

  #memberOf(name: ProcessName): Member {
    return this.#members.get(name) as Member
  }

  #spawn(member: Member): void {
    const { name } = member
    const program = this.#options.programOf?.(name) ?? PROGRAM
    const child = spawn(process.execPath, [program, isApi(name) ? 'api' : 'worker'], {
      env: this.#options.environmentOf(name),
      // Ctrl-C in a terminal reaches this script only, which ends them in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    Object.assign(member, { child, since: new Date(), hadWorked: false, killed: 0, last: [] })
    this.#keepOutput(member, child)
    child.once('exit', (code, signal) => void this.#onExit(member, `${signal ?? `code ${code}`}`))
  }

  #keepOutput(member: Member, { stdout, stderr }: ChildProcess): void {
    const log = createWriteStream(join(this.#options.logFolder, `${member.name}.log`), { flags: 'a' })
    for (const stream of [stdout, stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log.write(text)
        const lines = text.split('\n').filter(Boolean)
        member.last = [...member.last, ...lines.map((line) => line.slice(0, LINE_LENGTH))].slice(-LAST_LINES)
        // The parent of an API process logs this, and restarts it.
        for (const [how] of text.matchAll(/the API process exited with (?:SIG|code )\w+/g))
          this.#onChildExit(member, how)
      })
    }
  }

  #onChildExit(member: Member, how: string): void {
    member.since = new Date()
    if (how.includes('SIGKILL') && member.killed > 0) member.killed -= 1
    else this.#noteCrash(member, how)
  }

  async #onExit(member: Member, how: string): Promise<void> {
    member.child = undefined
    if (this.#ending.signal.aborted) return
    if (member.isRestarting) {
      member.isRestarting = false
      if (how !== 'code 0') this.#noteCrash(member, `it ended with ${how} when it was stopped`)
      this.#spawn(member)
      return
    }
    if (how !== 'SIGKILL' || member.killed === 0) this.#noteCrash(member, `it ended with ${how}`)
    await wait(member.waitMs, undefined, { signal: this.#ending.signal }).catch(() => {})
    member.waitMs = Math.min(member.waitMs * 2, LONGEST_WAIT_MS)
    if (!this.#ending.signal.aborted) this.#spawn(member)
  }

  #noteCrash({ name, hadWorked, last }: Member, how: string): void {
    this.crashes.push({ process: name, atMs: this.#options.now(), how, hadWorked, said: last.join('\n') })
  }
}

export const isApi = (name: ProcessName): name is (typeof APIS)[number] =>
  (APIS as readonly string[]).includes(name)
export const otherWorker = (name: ProcessName): ProcessName => (name === WORKERS[0] ? WORKERS[1] : WORKERS[0])

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function endProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  const tree = await processTree(child.pid as number)
  child.kill('SIGTERM')
  // A stopped process handles signals only after it continues.
  signalAll(tree, 'SIGCONT')
  const late = setTimeout(() => signalAll(tree, 'SIGKILL'), END_MS)
  await exited
  clearTimeout(late)
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

function limitOf(pid: number): { soft: string; hard: string } {
  const text = execFileSync(
    'prlimit',
    ['--pid', `${pid}`, '--nofile', '--raw', '--noheadings', '-o', 'SOFT,HARD'],
    {
      encoding: 'utf8',
    },
  )
  const [soft = '', hard = ''] = text.trim().split(/\s+/)
  return { soft, hard }
}

function setLimit(pid: number, limit: string): void {
  try {
    execFileSync('prlimit', ['--pid', `${pid}`, `--nofile=${limit}`], { stdio: 'ignore' })
  } catch {
    // The process has ended meanwhile.
  }
}
