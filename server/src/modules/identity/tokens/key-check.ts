import { ConfigError } from '@tradehall/kit/failures'
import type { HealthCheck } from '../../../module.ts'
import { type ProcessRow, processesWithoutKey } from '../../../platform/processes/heartbeats.ts'
import { refuseOtherKey } from './signing-keys.ts'

/** The server does not start with wrong keys. This check finds keys that were changed later, and processes with other rings. */
export const secretKeyCheck: HealthCheck = {
  name: 'secret-key',
  description: 'Whether the secret keys open what the database holds, and all processes have them.',
  async read({ db, config, secrets }, processes) {
    const figures = { keys: secrets.keyNames.join(', ') }
    const problem = await refuseOtherKey(db, config.secretKey).then(
      () => null,
      (error) => {
        if (error instanceof ConfigError) return error
        throw error
      },
    )
    if (problem) return { state: 'failing', sentence: problem.message, figures }
    const lacking = lackingKey(await processes)
    if (lacking) return { state: 'warning', sentence: lacking, figures }
    return { state: 'ok', sentence: 'The secret key opens what the database holds.', figures }
  },
}

/** Each process must be able to open what any other one seals. Processes of earlier versions do not report their keys. */
function lackingKey(processes: readonly ProcessRow[]): string | undefined {
  const known = processes.filter(({ is_gone, report }) => !is_gone && report.keys)
  const sealing = new Set(known.flatMap(({ report }) => report.keys?.[0] ?? []))
  for (const keyName of sealing) {
    const [lacking] = processesWithoutKey(known, keyName)
    if (lacking)
      return `The ${lacking.role} process ${lacking.pid} on ${lacking.host} does not have the key ${keyName}, with which others seal: add it to its TRADEHALL_SECRET_KEY, and restart it.`
  }
  return undefined
}
