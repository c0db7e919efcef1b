/** Migrations of each kind that may run while the API serves. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from '../../judgement/check.ts'
import { isMigrated, takeBack, writeMigrations } from '../../online-migrations.ts'
import { judgeChange } from '../samples.ts'
import { type Phase, pause } from '../scene.ts'
import { underLoad } from '../under-load.ts'

const MIGRATOR = fileURLToPath(new URL('../../migrator.ts', import.meta.url))

export const migrated: Phase = {
  key: 'migration',
  name: 'an online migration',
  async play(scene) {
    const folder = join(scene.folder, 'migrations')
    await writeMigrations(folder)
    const { result, samples, surprises } = await underLoad(scene, async () => {
      await pause(scene, 2)
      const child = fork(MIGRATOR, [scene.cluster.url, folder], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      const [code] = await once(child, 'close', { signal: scene.stop })
      await pause(scene, 2)
      return { code, said: said.trim() }
    })
    const isDone = result.code === 0 && (await isMigrated(scene.db).catch(() => false))
    await takeBack(scene.db)
    return {
      checks: [check('the migrations are applied', isDone, result.said), ...judgeChange(samples), surprises],
    }
  },
}
