/** The processes of a running server, with what they use. */
import { readFile } from 'node:fs/promises'
import { processTree, readProcesses } from './processes.ts'

export interface ServerProcess {
  name: string
  /** Pages shared by several processes count in part if the system reports it (Linux), else for each. */
  bytes: number
  /** Shared pages count for each process. */
  rssBytes: number
  /** CPU time so far, with that of ended children if the system reports it (Linux). */
  cpuMs: number
}

/** The processes below `root` and itself, without PostgreSQL. */
export async function serverProcesses(root: number): Promise<ServerProcess[]> {
  const ours = processTree(await readProcesses(), root).filter(({ command }) =>
    /\.(ts|js|cjs)\b/.test(command),
  )
  return await Promise.all(
    ours.map(async ({ pid, command, rssBytes, cpuMs }) => ({
      name: nameOf(command),
      bytes: (await proportionalBytes(pid)) ?? rssBytes,
      rssBytes,
      cpuMs,
    })),
  )
}

const nameOf = (command: string) =>
  command.includes('embedded-database-guard')
    ? 'guard'
    : (/main\.[jt]s (api|worker)\b/.exec(command)?.[1] ?? 'supervisor')

async function proportionalBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const kilobytes = /^Pss:\s+(\d+)/m.exec(text)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
