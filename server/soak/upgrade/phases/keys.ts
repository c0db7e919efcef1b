/** The secret key is exchanged in three rolling restarts, and `reseal` is killed once. */
import { randomBytes } from 'node:crypto'
import { createSecrets } from '../../../src/platform/secrets/secrets.ts'
import { type Check, check } from '../../judgement/check.ts'
import { runCommand, runKilledOnce } from '../commands.ts'
import type { Phase, Scene } from '../scene.ts'
import { restartAll, underLoad } from './rolling.ts'

/** Enough that `reseal` can be killed in the middle. */
const SEALED_MAILS = 8_000

export const exchanged: Phase = {
  key: 'keys',
  isOnce: true,
  name: 'the exchange of the secret key: three rolling restarts and `reseal`',
  async play(scene) {
    const { next, db, environmentOf, postgres } = scene
    const old = next.secretKey
    const fresh = randomBytes(32).toString('base64')
    await addMails(scene, old)
    const checks: Check[] = []
    for (const ring of [`${old},${fresh}`, `${fresh},${old}`]) {
      next.secretKey = ring
      await restartAll(scene)
    }
    const command = {
      args: ['reseal', '--json'],
      env: { ...environmentOf('worker-1'), TRADEHALL_DATABASE_URL: postgres.urlOf('tradehall') },
    }
    const marked = () => db<{ count: number }[]>`
      select count(*)::int as count from platform.mails
      where subject = ${SUBJECT} and body_encrypted <> (select body_encrypted from platform.mails where id = ${MARK})`
    const { checks: killed, ended } = await runKilledOnce('`reseal`', command, async () => {
      const [now] = await marked()
      return (now?.count ?? 0) > 0 && (now?.count ?? 0) < SEALED_MAILS
    })
    checks.push(...killed)
    const [removable] = ended.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => line.isFirst === false)
    checks.push(check('the old key protects nothing any more', removable?.isRemovable === true, ended.output))
    next.secretKey = fresh
    await restartAll(scene)
    await underLoad(scene)
    const dry = await runCommand({
      args: ['reseal', '--dry-run', '--json'],
      env: { ...command.env, TRADEHALL_SECRET_KEY: fresh },
    })
    const last = JSON.parse(dry.output.trim().split('\n').at(-1) ?? '{}')
    const unreadable = JSON.stringify(last.unreadable)
    checks.push(check('the new key alone opens everything', unreadable === '{}', unreadable))
    return checks
  },
}

const SUBJECT = 'Sealed many times'
const MARK = '00000000-0000-7000-8000-000000000001'

/** The same sealed text again and again: one of them tells which have been sealed anew. */
async function addMails({ db }: Scene, key: string): Promise<void> {
  const sealed = createSecrets(key).encrypt('A code that nobody has asked for.')
  await db`
    insert into platform.mails (id, recipient, subject, body_encrypted, created_at)
    select case when n = 1 then ${MARK}::uuid else gen_random_uuid() end, 'nobody@example.test', ${SUBJECT}, ${sealed}, now()
    from generate_series(1, ${SEALED_MAILS}::int) as n`
}
