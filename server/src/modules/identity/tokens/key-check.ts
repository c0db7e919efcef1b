import { ConfigError } from '../../../config.ts'
import type { HealthCheck } from '../../../module.ts'
import { refuseOtherKey } from './signing-keys.ts'

/** The server does not start with another key; a key that was exchanged since would be found here. */
export const secretKeyCheck: HealthCheck = {
  name: 'secret-key',
  description: 'Whether the secret key is the one that the database was encrypted with.',
  async read({ db, config }) {
    const isRight = await refuseOtherKey(db, config.secretKey).then(
      () => true,
      (error) => {
        if (error instanceof ConfigError) return false
        throw error
      },
    )
    return isRight
      ? { state: 'ok', sentence: 'The secret key opens what the database holds.', figures: {} }
      : {
          state: 'failing',
          sentence: 'The secret key is not the one that the database was encrypted with.',
          figures: {},
        }
  },
}
