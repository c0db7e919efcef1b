/** The processes of this machine: from /proc on Linux, from `ps` elsewhere. */
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

export interface ProcessInfo {
  pid: number
  parent: number
  command: string
  rssBytes: number
  /** Of its own and of its children that have ended. Without those children where only `ps` is available. */
  cpuMs: number
}

export const readProcesses = async (): Promise<ProcessInfo[]> =>
  process.platform === 'linux' ? await readProc() : readPs()

/** The process `root` and all processes below it. */
export const processTree = (all: readonly ProcessInfo[], root: number): ProcessInfo[] =>
  all.flatMap((one) => {
    if (one.pid === root) return [one]
    return one.parent === root ? processTree(all, one.pid) : []
  })

/** The unit of times in /proc: USER_HZ is 100 on every architecture that Node supports. */
const TICK_MS = 10
/** Positions in /proc/<pid>/stat after the name, which may contain spaces: utime, stime, cutime, cstime. */
const CPU_FIELDS = [11, 12, 13, 14]

async function readProc(): Promise<ProcessInfo[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = pids.map(async (pid) => {
    // The process may exit between listing and reading.
    const [status = '', command = '', stat = ''] = await Promise.all(
      ['status', 'cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      pid: Number(pid),
      parent: figure('PPid'),
      command: command.replaceAll('\0', ' '),
      rssBytes: figure('VmRSS') * 1024,
      cpuMs: CPU_FIELDS.reduce((ticks, field) => ticks + Number(fields[field] ?? 0), 0) * TICK_MS,
    }
  })
  return await Promise.all(all)
}

function readPs(): ProcessInfo[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,rss=,time=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [, pid, parent, kilobytes, time = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return {
      pid: Number(pid),
      parent: Number(parent),
      command,
      rssBytes: Number(kilobytes) * 1024,
      cpuMs: millisecondsOf(time),
    }
  })
}

/** Of `[[days-]hours:]minutes:seconds[.fraction]`. */
export function millisecondsOf(time: string): number {
  const [days, clock = ''] = time.includes('-') ? time.split('-') : ['0', time]
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}
