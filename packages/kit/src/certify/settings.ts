/** `certify.json`: how to start and ask a connector, and what it claims to do. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { compileInput } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { StartRefused } from '../failures.ts'

const CLAIMS = ['orders', 'shipping', 'stock', 'catalog', 'webhooks'] as const
export type Claim = (typeof CLAIMS)[number]

const ACTIONS = ['ship', 'set-stock', 'import'] as const
export type ActionName = (typeof ACTIONS)[number]

const strict = { additionalProperties: false }
const seconds = (fallback: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 600, default: fallback }))
const text = Type.String({ minLength: 1, maxLength: 2000 })

const action = Type.Union([
  Type.Object({ command: text }, strict),
  Type.Object({ url: text, body: Type.Optional(Type.Unknown()) }, strict),
])

const file = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    start: Type.Optional(text),
    claims: Type.Array(Type.Enum([...CLAIMS]), { minItems: 1, uniqueItems: true }),
    seconds: Type.Optional(
      Type.Object({ start: seconds(30), decide: seconds(30), report: seconds(60) }, strict),
    ),
    webhookUrl: Type.Optional(text),
    events: Type.Optional(Type.Array(text, { minItems: 1, uniqueItems: true })),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    actions: Type.Optional(
      Type.Object(
        {
          ship: Type.Optional(action),
          'set-stock': Type.Optional(action),
          import: Type.Optional(action),
        },
        strict,
      ),
    ),
    books: Type.Optional(text),
  },
  strict,
)

type Action = Static<typeof action>

export interface CertifySettings {
  name: string
  /** The folder of `certify.json`, in which all commands run. */
  folder: string
  start: string
  claims: readonly Claim[]
  /** The longest times that it needs to start, to decide on an order, and to report anything else. */
  seconds: { start: number; decide: number; report: number }
  webhookUrl: string | undefined
  /** The events of the webhook subscription. */
  events: readonly string[]
  environment: Readonly<Record<string, string>>
  actions: Readonly<Partial<Record<ActionName, Action>>>
  books: string | undefined
}

/** All events of orders; of two names for the same event, one. */
const EVENTS = [
  'order.brand_created',
  'order.brand_accepted',
  'order.brand_rejected',
  'order.billing_address_updated',
  'order.shipping_address_updated',
  'order.shipping_labels_generated',
  'order.shipped',
  'order.shipment_received',
  'order.shipment_refused',
  'order.brand_paid',
  'order.cancelled',
  'order.brand_accepted_reverted',
  'order.shipping_labels_generated_reverted',
]

export const DEFAULT_FILE = 'certify.json'
const HELP = 'docs/integrators/certify.md explains it, and `init --full` writes one.'

/** `command` is what follows `--` on the command line, and replaces `start`. */
export function readCertifySettings(path: string, command: readonly string[]): CertifySettings {
  const { start = '', ...given } = parse(path)
  const used = command.length > 0 ? command.map(quoted).join(' ') : start
  if (used === '')
    throw new StartRefused(`${path} has no start command, and none follows after \`--\`; ${HELP}`)
  if (given.claims.includes('webhooks') && given.webhookUrl === undefined) {
    throw new StartRefused(
      `${path} claims webhooks without a webhookUrl, so nothing can be delivered; ${HELP}`,
    )
  }
  const folder = dirname(resolve(path))
  return {
    name: given.name ?? basename(folder),
    folder,
    start: used,
    claims: given.claims,
    seconds: { start: 30, decide: 30, report: 60, ...given.seconds },
    webhookUrl: given.webhookUrl,
    events: given.events ?? EVENTS,
    environment: given.environment ?? {},
    actions: given.actions ?? {},
    books: given.books,
  }
}

function parse(path: string): Static<typeof file> {
  if (!existsSync(path)) throw new StartRefused(`There is no ${path}; ${HELP}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartRefused(`${path} cannot be read: ${(error as Error).message}`)
  }
  try {
    return check(content) as Static<typeof file>
  } catch (error) {
    throw new StartRefused(`${path} cannot be used: ${problemsOf(error)} ${HELP}`)
  }
}

const check = compileInput(file)

/** The validator throws problems for an API response. */
function problemsOf(error: unknown): string {
  const { errors } = error as { errors?: readonly { detail?: string; source?: { pointer?: string } }[] }
  if (!errors) throw error
  return errors
    .map(({ detail, source }) => `${source?.pointer ?? 'it'}: ${detail ?? 'is not valid'}`)
    .join(' ')
}

/** For the shell. */
const quoted = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
