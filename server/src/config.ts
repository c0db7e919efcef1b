/**
 * Every setting of the server: its name, how it is read, its default and a sentence of explanation. Those that commands of
 * integrators need too are declared in the kit. Nothing else reads the environment. `docs/operators/operating.md` prints the same declarations as a table.
 */
import { ConfigError } from '@tradehall/kit/failures'
import {
  choice,
  kitSettings,
  optionalText,
  optionalUrl,
  readSettings,
  type Setting,
  type ValuesOf,
} from '@tradehall/kit/settings'
import { isKeyRing, secretKeysIn } from './platform/secrets/key-ring.ts'
import {
  addressList,
  fraction,
  hostNameList,
  integer,
  optionalChoice,
  optionalInstant,
  optionalInteger,
  optionalPath,
  optionalSecondsList,
  originList,
  secondsOrOff,
  secretsByName,
  slugList,
  storageAddress,
  text,
} from './setting-kinds.ts'

export const settings = {
  mode: kitSettings.mode,
  host: text('TRADEHALL_HOST', '127.0.0.1', { explanation: 'Address the API listens on.' }),
  port: integer(
    'TRADEHALL_PORT',
    8080,
    { min: 0, max: 65535 },
    { explanation: 'Port the API listens on; 0 picks a free one.' },
  ),
  dataDir: kitSettings.dataDir,
  databaseUrl: optionalUrl('TRADEHALL_DATABASE_URL', ['postgres:', 'postgresql:'], {
    explanation:
      'PostgreSQL 15 or later. Several hosts are separated by commas, with one port for all: the one that accepts writes is used. Absent: the embedded server in the data folder.',
    secret: true,
  }),
  databasePool: integer(
    'TRADEHALL_DATABASE_POOL',
    4,
    { min: 1, max: 100 },
    {
      explanation:
        'Connections of each process to the database for transactions, as many again for single reads, and as many again for single writes. Four gave the same rate as sixteen at half the p99.',
    },
  ),
  redisUrl: optionalUrl('TRADEHALL_REDIS_URL', ['redis:', 'rediss:'], {
    explanation: 'Redis for rate limits shared by several nodes. Absent: each process counts in memory.',
    secret: true,
  }),
  publicUrl: optionalUrl('TRADEHALL_PUBLIC_URL', ['http:', 'https:'], {
    explanation:
      'Address that clients use, for links. Absent: the one that a trusted proxy names, a loopback name that was asked for, or the address that the request came to.',
  }),
  tlsCert: optionalPath('TRADEHALL_TLS_CERT', {
    explanation:
      'PEM file with the certificate chain, for TLS without a proxy. It is read again when it changes.',
  }),
  tlsKey: optionalPath('TRADEHALL_TLS_KEY', {
    explanation: 'PEM file with the private key of `TRADEHALL_TLS_CERT`.',
  }),
  trustProxy: addressList('TRADEHALL_TRUST_PROXY', {
    explanation:
      'Comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted; `loopback`, `linklocal` and `uniquelocal` are short names.',
  }),
  compression: choice('TRADEHALL_COMPRESSION', ['on', 'off'], 'on', {
    explanation:
      'Whether responses are compressed with zstd, brotli or gzip, as `Accept-Encoding` asks. `off` is for deployments behind a proxy that compresses.',
  }),
  rateLimit: choice('TRADEHALL_RATE_LIMIT', ['on', 'off'], 'on', {
    explanation: 'Request limits. `off` is for benchmarks only and refused in production.',
  }),
  processes: integer(
    'TRADEHALL_PROCESSES',
    1,
    { min: 1, max: 256 },
    { explanation: 'API processes that share the port.' },
  ),
  maxConnections: integer(
    'TRADEHALL_MAX_CONNECTIONS',
    4000,
    { min: 10, max: 1_000_000 },
    {
      explanation:
        'Maximum number of connections per API process. It is lower when the limit of open files (`ulimit -n`) does not allow it; the server then logs a warning at the start. Beyond it, new connections replace those that are idle or have not sent a complete request.',
    },
  ),
  drainSeconds: optionalInteger(
    'TRADEHALL_DRAIN_SECONDS',
    { min: 0, max: 3600 },
    {
      shownDefault: '0 in the sandbox, 5 in production',
      explanation:
        'How long the API goes on serving after it was asked to stop, while `/health/ready` returns 503, so that load balancers send requests elsewhere before it closes its port.',
    },
  ),
  metricsPort: optionalInteger(
    'TRADEHALL_METRICS_PORT',
    { min: 0, max: 65535 },
    {
      explanation:
        'Port of `/metrics` on `TRADEHALL_METRICS_HOST`. In production metrics are only there (default 9464); in the sandbox they are on the main port.',
    },
  ),
  workerMetricsPort: optionalInteger(
    'TRADEHALL_WORKER_METRICS_PORT',
    { min: 0, max: 65535 },
    {
      explanation:
        'Port of `/metrics`, `/health/live` and `/health/ready` of a process that runs `worker` alone, on `TRADEHALL_METRICS_HOST` (in production 9465, unless another worker of the machine has it; in the sandbox none).',
    },
  ),
  metricsHost: text('TRADEHALL_METRICS_HOST', '127.0.0.1', {
    explanation: 'Address of the metrics listener.',
  }),
  monitoringHosts: hostNameList('TRADEHALL_MONITORING_HOSTS', {
    explanation:
      'Comma-separated host names by which health checks and metrics may be asked for, such as `api-1`, beside `localhost`, the host of `TRADEHALL_PUBLIC_URL` and any address. Other names get 421; see [Health](#health).',
  }),
  secretKey: optionalText('TRADEHALL_SECRET_KEY', {
    explanation:
      'Key that encrypts signing keys, webhook secrets, second factors and mails at rest: 32 random bytes in base64 (`openssl rand -base64 32`). Several, separated by commas, are a ring: the first encrypts, all decrypt; see [secrets.md](secrets.md). Required in production; the sandbox generates one in its data folder.',
    secret: true,
  }),
  smtpUrl: optionalUrl('TRADEHALL_SMTP_URL', ['smtp:', 'smtps:'], {
    explanation:
      'Mail server, for example `smtps://user:password@mail.example.test`. The sandbox never sends: see `GET /api/testing/mails`.',
    secret: true,
  }),
  mailFrom: text('TRADEHALL_MAIL_FROM', 'Tradehall <no-reply@tradehall.test>', {
    explanation: 'Sender of mails.',
  }),
  breachedPasswordsUrl: optionalUrl('TRADEHALL_BREACHED_PASSWORDS_URL', ['https:', 'http:'], {
    explanation:
      'Service that lists breached passwords by ranges of their SHA-1, such as `https://passwords.example.test/range`: five digits are appended to its path, and it answers with lines `SUFFIX:COUNT`. It never learns a password. Absent: new passwords are compared with the built-in list alone.',
  }),
  cdnUrl: optionalUrl('TRADEHALL_CDN_URL', ['http:', 'https:'], {
    explanation:
      'Base of the addresses of pictures, for a cache that passes on to this server; also shown by the platform configuration. Absent: the address of this server.',
  }),
  imageHosts: originList('TRADEHALL_IMAGE_HOSTS', {
    explanation:
      'Comma-separated origins from which the dashboard may show product images, such as `https://images.example.test`; a host may begin with `*.`. Absent: images of this server only.',
  }),
  paymentPublicKey: text('TRADEHALL_PAYMENT_PUBLIC_KEY', 'pk_test_tradehall', {
    explanation: 'Public key of the payment provider, shown by the platform configuration.',
  }),
  ratesFeedUrl: optionalUrl('TRADEHALL_RATES_FEED_URL', ['http:', 'https:'], {
    explanation:
      "Currency rates as XML in the European Central Bank's format, read every six hours. Absent: rates stay as they are (the sandbox has demo rates).",
  }),
  rejectionApprovalSeconds: secondsOrOff('TRADEHALL_REJECTION_APPROVAL_SECONDS', {
    shownDefault: '10 in the sandbox, off in production',
    explanation:
      "How long after a brand's rejection the marketplace approves it by itself; `off`: the operator decides.",
  }),
  carriersFile: optionalPath('TRADEHALL_CARRIERS_FILE', {
    explanation:
      'JSON file with the carriers and their prices, see [carriers.md](carriers.md). Absent: four carriers and the label service of the marketplace, with invented prices.',
  }),
  carrierSecrets: secretsByName('TRADEHALL_CARRIER_SECRETS', {
    explanation:
      'Secrets of carriers, as `code=secret`, separated by commas. They are not part of the file. Carriers that are asked over HTTP need one, and so does every carrier that reports scans.',
    secret: true,
  }),
  labelQuotes: choice('TRADEHALL_LABEL_QUOTES', ['marketplace', 'carriers'], 'marketplace', {
    explanation:
      'Whose quotes lead to labels that the marketplace makes. `marketplace`: its own quote does, and a quote of a carrier means that the brand ships by itself. `carriers`: the other way round.',
  }),
  labelsDir: optionalPath('TRADEHALL_LABELS_DIR', {
    explanation: 'Folder of shipping labels, shared by all nodes. Absent: they are stored in the database.',
  }),
  filesUrl: storageAddress('TRADEHALL_FILES_URL', {
    explanation:
      'S3-compatible storage of pictures, as `https://KEY:SECRET@s3.example.test/bucket/folder`, with `?region=` and `style=virtual` if it wants them; see [files.md](files.md). The bucket may be private. Absent: pictures are stored in the database.',
    secret: true,
  }),
  // The module that retries has the defaults of both (`retry-rules.ts`): it can be removed, and this file stays.
  webhookRetrySeconds: optionalSecondsList('TRADEHALL_WEBHOOK_RETRY_SECONDS', {
    shownDefault: '10,100,1000,10000',
    explanation:
      'Delays before the retries of a failed webhook delivery, by the clock. There is one attempt more than there are delays.',
  }),
  webhookRetryJitter: optionalInteger(
    'TRADEHALL_WEBHOOK_RETRY_JITTER',
    { min: 0, max: 50 },
    {
      shownDefault: '10',
      explanation:
        'Jitter of these delays in percent, so that deliveries that failed together are not retried together.',
    },
  ),
  integrationSources: slugList(
    'TRADEHALL_INTEGRATION_SOURCES',
    ['shopify', 'woocommerce', 'prestashop', 'odoo', 'sellsy'],
    {
      explanation:
        'Comma-separated names of the shop platforms that catalog operations may come from; `platform_1` to `platform_3` and `other` always may. Updates from a platform set stock and prices alone unless they say what else.',
    },
  ),
  imageChecks: optionalChoice('TRADEHALL_IMAGE_CHECKS', ['on', 'off'], {
    shownDefault: 'on in production, off in the sandbox',
    explanation:
      'Whether a worker fetches the image addresses of catalog operations, so that products with something else there fail with `invalid_image`, and keeps copies of the images, which are served in place of the addresses. It needs access to the web; `off` takes the addresses as they are.',
  }),
  externalPlatforms: slugList(
    'TRADEHALL_EXTERNAL_PLATFORMS',
    ['shopify', 'woocommerce', 'prestashop', 'magento', 'wix', 'odoo', 'sellsy'],
    {
      explanation: 'Comma-separated names of the shop platforms that a brand may be connected with.',
    },
  ),
  openPlatformRoutes: choice('TRADEHALL_OPEN_PLATFORM_ROUTES', ['on', 'off'], 'off', {
    explanation: '`on` serves the platform configuration and the email verifications without a token.',
  }),
  mediaTypes: choice('TRADEHALL_MEDIA_TYPES', ['strict', 'lenient'], 'strict', {
    explanation:
      '`lenient` serves partners whose clients know nothing of JSON:API: `Accept` may also be `*/*`, `application/json` or absent, and `Content-Type` `application/json`. Answers stay `application/vnd.api+json`.',
  }),
  url: kitSettings.url,
  clientId: kitSettings.clientId,
  clientSecret: kitSettings.clientSecret,
  otlpUrl: optionalUrl('TRADEHALL_OTLP_URL', ['http:', 'https:'], {
    explanation:
      'OpenTelemetry collector that gets traces by OTLP over HTTP, such as `http://127.0.0.1:4318`; see [monitoring.md](monitoring.md#traces). Absent: nothing is traced.',
    secret: true,
  }),
  otlpHeaders: secretsByName(
    'TRADEHALL_OTLP_HEADERS',
    {
      explanation:
        'Headers of requests to the collector, as `name=value`, separated by commas, such as those that authenticate.',
      secret: true,
    },
    'name=value',
  ),
  traceRatio: fraction('TRADEHALL_TRACE_RATIO', 1, {
    explanation:
      'Share of requests that are traced, from 0 to 1, each with all that it causes. The same on every node.',
  }),
  demoDate: optionalInstant('TRADEHALL_DEMO_DATE', {
    shownDefault: 'the time of the first start or reset',
    explanation:
      'When the newest order of the demo data was submitted, such as `2026-03-02T07:50:00Z`, for data that are the same on every day. In the sandbox only.',
  }),
  logLevel: choice('TRADEHALL_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info', {
    explanation: 'Minimum severity of log lines.',
  }),
} satisfies Record<string, Setting<unknown>>

/** The settings that define the carriers, and whose quotes lead to labels of the marketplace. */
export type CarrierConfig = Pick<Config, 'carriersFile' | 'carrierSecrets' | 'labelQuotes'>

/** The settings that demo data depend on. */
export type DemoConfig = CarrierConfig & Pick<Config, 'demoDate'>

export type Config = ValuesOf<typeof settings>

export function readConfig(environment: Record<string, string | undefined>): Config {
  const config = readSettings(settings, environment, Object.keys(settings) as (keyof Config)[])
  refuseContradictions(config)
  return config
}

/** As `readConfig`, but with everything that is wrong. A setting that is not valid has its default. */
export function inspectConfig(environment: Record<string, string | undefined>): {
  config: Config
  problems: string[]
} {
  const problems: string[] = []
  const withoutErrors = <T>(read: () => T, otherwise: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return otherwise()
    }
  }
  const names = Object.keys(settings) as (keyof Config)[]
  const values = names.map((name) =>
    withoutErrors(
      () => readSettings(settings, environment, [name]),
      () => readSettings(settings, {}, [name]),
    ),
  )
  const config = Object.assign({}, ...values) as Config
  withoutErrors(
    () => refuseContradictions(config),
    () => {},
  )
  return { config, problems }
}

/** The values that must not be printed: those of secret settings, and the passwords in them. */
export function secretsOf(config: Config): string[] {
  const values = (Object.keys(settings) as (keyof Config)[])
    .filter((name) => (settings[name] as Setting<unknown>).secret)
    .flatMap((name) => {
      const value: unknown = config[name]
      const texts = value instanceof Map ? [...value.values()] : [value].flat()
      return texts.filter((text) => typeof text === 'string')
    })
  const passwords = values.flatMap((value) => {
    const password = URL.canParse(value) ? new URL(value).password : ''
    return [password, decodeURIComponent(password)]
  })
  return [...values, ...secretKeysIn(config.secretKey ?? ''), ...passwords].filter((secret) => secret !== '')
}

/** Unknown variables, for a warning at the start: a misspelt setting would silently have no effect. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  const known = new Set(Object.values(settings).map((setting) => setting.variable))
  return Object.keys(environment).filter(
    (variable) =>
      variable.startsWith('TRADEHALL_') && !variable.startsWith('TRADEHALL_TEST_') && !known.has(variable),
  )
}

function refuseContradictions(config: Config): void {
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    throw new ConfigError('TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY belong together: set both or neither.')
  }
  if (config.secretKey !== undefined) refuseKeyRing(config.secretKey)
  if (config.mode === 'production') refuseUnsafeProduction(config)
}

function refuseKeyRing(ring: string): void {
  if (!isKeyRing(ring)) {
    throw new ConfigError(
      'TRADEHALL_SECRET_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them, or several of them separated by commas.',
    )
  }
  const keys = secretKeysIn(ring)
  if (new Set(keys).size < keys.length) {
    // Probably the new key of a rotation was not generated, and the old one would be removed for nothing.
    throw new ConfigError('TRADEHALL_SECRET_KEY has the same key twice; a ring consists of different keys.')
  }
}

function refuseUnsafeProduction(config: Config): void {
  const refuse = (sentence: string) => {
    throw new ConfigError(`Production mode refuses to start: ${sentence}`)
  }
  if (!config.databaseUrl) refuse('set TRADEHALL_DATABASE_URL; the embedded database is for the sandbox.')
  if (!config.secretKey) refuse('set TRADEHALL_SECRET_KEY to 32 random bytes in base64.')
  if (!config.tlsCert && config.trustProxy.length === 0) {
    refuse(
      'requests must arrive by TLS; set TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY, or TRADEHALL_TRUST_PROXY.',
    )
  }
  if (config.rateLimit === 'off') refuse('TRADEHALL_RATE_LIMIT=off is for benchmarks of a sandbox.')
  if (config.paymentPublicKey === settings.paymentPublicKey.read(undefined)) {
    refuse('TRADEHALL_PAYMENT_PUBLIC_KEY still has its demo value.')
  }
  if (config.publicUrl && !config.publicUrl.startsWith('https:'))
    refuse('TRADEHALL_PUBLIC_URL must begin with https:.')
}
