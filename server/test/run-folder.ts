/**
 * The folder of one run of the tests: databases, sockets and temporary files. It is removed when the run ends, however that
 * happens: a process beside the run waits for its end, ends what tests have started and left, and removes the folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What those who make something for a run get. */
export interface Making {
  /** The folder of the run. */
  folder: string
  /** Called in reverse order at the end of the run. */
  closers: (() => Promise<void>)[]
}

export interface RunFolder {
  folder: string
  remove: () => Promise<void>
}

export async function openRunFolder(): Promise<RunFolder> {
  const folder = await mkdtemp(join(await fastestFolder(), 'tradehall-test-'))
  // The account of a database that root has started enters it.
  await chmod(folder, 0o711)
  const script = fileURLToPath(new URL('./run-remover.ts', import.meta.url))
  // Its own session, because Ctrl-C in the terminal must not reach it.
  const remover = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    cwd: '/',
  })
  // Inherited by all processes of the run, by which the remover knows them: those of a run within a run belong to both.
  process.env.TRADEHALL_TEST_RUN = `${process.env.TRADEHALL_TEST_RUN ?? ''}${folder}:`
  return {
    folder,
    async remove() {
      remover.stdin.end()
      await once(remover, 'exit')
    },
  }
}

/** Several times the space that all test databases need. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Prefers a file system in memory: a database has six hundred files, and creating and dropping hundreds of databases
 * takes five times as long on disk.
 */
async function fastestFolder(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => undefined)
  return found && found.bavail * found.bsize > ROOM_BYTES ? memory : tmpdir()
}
