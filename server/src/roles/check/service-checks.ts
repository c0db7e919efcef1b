import { createRequire } from 'node:module'
import { settings } from '../../config.ts'
// Not imported from the index of the module, which would load all routes.
import { httpCarriersOf, loadCarriers } from '../../modules/shipping/carriers/carriers-file.ts'
import { verifyMailServer } from '../../platform/mail.ts'
import { type Finding, failed, ok, type SetupCheck, warning } from './setup-check.ts'

const CONNECT_MS = 5000

export const redisCheck: SetupCheck = {
  name: 'redis',
  async run({ config: { redisUrl } }) {
    if (!redisUrl)
      return ok(
        'Requests are counted on this node alone; several nodes count together with TRADEHALL_REDIS_URL.',
      )
    const { Redis } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis')
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: CONNECT_MS,
      retryStrategy: () => null,
    })
    let reason = 'it does not answer'
    redis.on('error', (error: Error) => {
      reason = error.message
    })
    try {
      await redis.connect()
      await redis.ping()
      return ok('Redis answers.')
    } catch (error) {
      const { message } = error as Error
      // Of a connection that failed, the error itself says only that it is closed.
      return failed(
        `Redis cannot be used (${message === 'Connection is closed.' ? reason : message}); check TRADEHALL_REDIS_URL.`,
      )
    } finally {
      redis.disconnect()
    }
  },
}

export const mailCheck: SetupCheck = {
  name: 'mail',
  async run({ config: { mode, smtpUrl, mailFrom } }) {
    if (mode === 'sandbox') return ok('The sandbox keeps its mails and sends none.')
    if (!smtpUrl)
      return warning(
        'No mail server is configured: mails wait, and while wrong passwords are given for an account, its users wait on devices on which they have not signed in before; set TRADEHALL_SMTP_URL.',
      )
    const sender =
      mailFrom === settings.mailFrom.read(undefined)
        ? [
            warning(
              'TRADEHALL_MAIL_FROM still has its demo value; set it to a sender that the mail server accepts.',
            ),
          ]
        : []
    try {
      await verifyMailServer(smtpUrl)
      return [ok('The mail server greets, and accepts the account.'), ...sender]
    } catch (error) {
      return [
        failed(`The mail server cannot be used (${(error as Error).message}); check TRADEHALL_SMTP_URL.`),
        ...sender,
      ]
    }
  },
}

export const breachedPasswordsCheck: SetupCheck = {
  name: 'breached-passwords',
  async run({ config: { breachedPasswordsUrl: url } }) {
    if (!url) return ok('New passwords are compared with the built-in list.')
    return await lookAtService({
      name: 'The service of breached passwords',
      url: `${url.replace(/\/$/, '')}/00000`,
      setting: 'TRADEHALL_BREACHED_PASSWORDS_URL',
    })
  },
}

export const carriersCheck: SetupCheck = {
  name: 'carriers',
  async run({ config }) {
    const carriers = loadCarriers(config)
    const unused = [...config.carrierSecrets.keys()].filter((code) => !carriers.has(code))
    return [
      ok(`${carriers.size} carriers are configured.`),
      ...unused.map((code) =>
        warning(
          `TRADEHALL_CARRIER_SECRETS has a secret for "${code}", which is no carrier; correct or remove it.`,
        ),
      ),
      ...(await Promise.all(
        httpCarriersOf(config).map((carrier) =>
          lookAtService({ ...carrier, setting: 'its `url` in the carriers file' }),
        ),
      )),
    ]
  },
}

/** Whatever it answers, it is there. No secret is sent, and nothing is ordered. */
async function lookAtService({
  name,
  url,
  setting,
}: {
  name: string
  url: string
  setting: string
}): Promise<Finding> {
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS } })
  try {
    const { body } = await request(url, { dispatcher, headersTimeout: CONNECT_MS, bodyTimeout: CONNECT_MS })
    await body.dump()
    return ok(`${name} answers.`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failed(`${name} cannot be reached (${code ?? message}); check ${setting}.`)
  } finally {
    await dispatcher.destroy()
  }
}

export const ratesCheck: SetupCheck = {
  name: 'currency-rates',
  async run({ config: { mode, ratesFeedUrl } }) {
    if (mode === 'production' && !ratesFeedUrl)
      return warning(
        'No currency rates are read, so orders are possible in EUR alone; set TRADEHALL_RATES_FEED_URL.',
      )
    return ok(ratesFeedUrl ? 'Currency rates are read every six hours.' : 'The sandbox has demo rates.')
  },
}
