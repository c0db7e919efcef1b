/**
 * Asks a service that the operator names whether a password is among those that were stolen elsewhere. The service learns the
 * first five of forty digits of a hash, which some thousand known passwords share (k-anonymity), and never the password.
 */
import { createHash } from 'node:crypto'
import type { Ctx } from '../../../http/operation.ts'

const PREFIX_DIGITS = 5
/** Somebody waits for the answer. */
const TIMEOUT_MS = 3_000
/** Some thousand lines of forty bytes, and as many again with which services hide how many there are. */
const MAX_BYTES = 1024 * 1024

/** False if no service is set, or if it does not answer: nobody must be kept from choosing a password by its failure. */
export async function isBreached(
  { config, outbound, log }: Pick<Ctx, 'config' | 'outbound' | 'log'>,
  password: string,
): Promise<boolean> {
  const { breachedPasswordsUrl: base } = config
  if (!base) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const [prefix, rest] = [hash.slice(0, PREFIX_DIGITS), hash.slice(PREFIX_DIGITS)]
  const { beginning } = await outbound.get({
    url: `${base.replace(/\/$/, '')}/${prefix}`,
    headers: { 'user-agent': 'Tradehall-Passwords/1', accept: 'text/plain', 'add-padding': 'true' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxFileBytes: MAX_BYTES,
    isEnough: () => false,
  })
  if (!beginning) {
    log.warn(
      'the service of breached passwords did not answer; the password was checked by the built-in list alone',
    )
    return false
  }
  return beginning
    .toString('latin1')
    .split('\n')
    .some((line) => {
      const [suffix = '', count = '0'] = line.trim().split(':')
      // Padding has the count 0.
      return suffix.toUpperCase() === rest && Number(count) > 0
    })
}
