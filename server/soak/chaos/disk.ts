/** A small disk for PostgreSQL and the labels, which can be filled. It needs the right to mount (`tmpfs`). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, statfs } from 'node:fs/promises'

/** Far more than a run writes. It is memory, of which only what is written is used. */
const ROOM = '2g'
/** What is written in the moment of the change must not make it fail. */
const REST_BYTES = 256 * 1024

export interface Disk {
  /** Leaves no room. */
  fill(): Promise<void>
  empty(): void
  remove(): Promise<void>
}

/** Makes the folder; undefined where nothing can be mounted, and the folder is one like any other. */
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
 * A shell that unmounts the folder when its input ends, also because this process was killed. Without our environment, by
 * which those who clean up would know it and end it before.
 */
const unmountAfterwards = (folder: string): ChildProcess =>
  spawn('sh', ['-c', 'cat; exec umount -l "$0"', folder], {
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
