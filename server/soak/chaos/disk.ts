/** A small disk for PostgreSQL and the labels, which can be filled. It needs the right to mount (`tmpfs`). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, statfs } from 'node:fs/promises'

/** Far more than a run writes. The disk is in memory, and only written bytes occupy it. */
const ROOM = '2g'
/** Spare room, so that the change of the size does not fail because of concurrent writes. */
const REST_BYTES = 256 * 1024

export interface Disk {
  /** Leaves no free space. */
  fill(): Promise<void>
  empty(): void
  remove(): Promise<void>
}

/**
 * Creates and mounts the folder. Returns undefined where nothing can be mounted: the folder is then an ordinary one.
 */
export async function openDisk(folder: string): Promise<Disk | undefined> {
  await mkdir(folder, { mode: 0o711 })
  try {
    mount(['-t', 'tmpfs', '-o', `size=${ROOM},mode=0711`, 'tradehall-soak', folder])
  } catch {
    return undefined
  }
  const unmounting = unmountAfterwards(folder)
  return {
    async fill() {
      const { blocks, bfree, bsize } = await statfs(folder)
      const used = (blocks - bfree) * bsize
      mount(['-o', `remount,size=${used + REST_BYTES}`, folder])
    },
    empty: () => mount(['-o', `remount,size=${ROOM}`, folder]),
    async remove() {
      unmounting.stdin?.end()
      await once(unmounting, 'exit')
    },
  }
}

const mount = (args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

/**
 * A shell that unmounts the folder when its input ends, even if this process was killed. It does not inherit our
 * environment: a cleanup finds the processes of a run by it, and would end the shell too early.
 */
const unmountAfterwards = (folder: string): ChildProcess =>
  spawn('sh', ['-c', 'cat; exec umount -l "$0"', folder], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
