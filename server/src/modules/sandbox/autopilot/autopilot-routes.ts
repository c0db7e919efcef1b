import { attribute, instantMillis, nullable, resource } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { type AutopilotView, DEFAULTS, readAutopilot, setAutopilot } from './autopilot.ts'

const share = (value: number, description: string) =>
  Type.Number({ minimum: 0, maximum: 1, default: value, description })

const enabled = Type.Boolean({ description: 'Whether it plays.' })

const settings = {
  seed: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    default: DEFAULTS.seed,
    description: 'The same seed, the same data and the same moves of the clock give the same orders.',
  }),
  ordersPerDay: Type.Number({
    minimum: 0,
    // Some forty an hour; more would take too long when the clock jumps.
    maximum: 1000,
    default: DEFAULTS.orders_per_day,
    description: "How many orders arrive in a day of the marketplace's life.",
  }),
  speed: Type.Number({
    minimum: 0.1,
    maximum: 3600,
    default: DEFAULTS.speed,
    description: "How many hours of the marketplace's life an hour of the clock is.",
  }),
}

const LIKELY = 'How likely it is, from 0 to 1.'

const probabilities = {
  refuseReception: share(DEFAULTS.refuse_reception, 'That a retailer refuses what arrives.'),
  approveRejection: share(DEFAULTS.approve_rejection, 'That the marketplace cancels what you reject.'),
  approveRefusal: share(DEFAULTS.approve_refusal, 'That the marketplace cancels what a retailer refuses.'),
}

/** The counts of the autopilot's commands, and of those that were refused. */
const COUNTED = [
  'submit',
  'scan-parcel',
  'acknowledge-reception',
  'refuse-reception',
  'approve-rejection',
  'refuse-rejection',
  'approve-refusal',
  'settle-refusal',
  'issue-invoice',
  'pay-brand',
  'refused',
] as const

const countsSchema = Type.Object(
  Object.fromEntries(
    COUNTED.map((name) => [
      name,
      Type.Integer({ minimum: 0, examples: [0], description: `How often: ${name}.` }),
    ]),
  ),
)

export const autopilot = resource<AutopilotView>()({
  name: 'autopilot',
  type: 'autopilots',
  description: 'Plays everybody but the brand. Its id is that of the brand.',
  attributes: {
    enabled: attribute(enabled, 'enabled'),
    seed: attribute(settings.seed, 'seed'),
    ordersPerDay: attribute(settings.ordersPerDay, 'orders_per_day'),
    speed: attribute(settings.speed, 'speed'),
    probabilities: attribute(Type.Object(probabilities, { description: LIKELY }), (row) => ({
      refuseReception: row.refuse_reception,
      approveRejection: row.approve_rejection,
      approveRefusal: row.approve_refusal,
    })),
    startedAt: attribute(nullable(instantMillis), 'started_at', {
      description: 'When it was switched on last.',
    }),
    nextStepAt: attribute(nullable(instantMillis), 'next_step_at', {
      description: 'When it will do something next; what you do may bring it forward.',
    }),
    done: attribute(
      countsSchema,
      ({ done }) => Object.fromEntries(COUNTED.map((name) => [name, done[name] ?? 0])),
      {
        description:
          'How often it did what since it was switched on; `refused` counts what was not possible then.',
      },
    ),
  },
})

const strict = { additionalProperties: false }
const optional = <S extends Record<string, TSchema>>(members: S) =>
  Type.Partial(Type.Object(members, strict), strict)

const autopilotBody = Type.Object(
  {
    enabled,
    seed: Type.Optional(settings.seed),
    ordersPerDay: Type.Optional(settings.ordersPerDay),
    speed: Type.Optional(settings.speed),
    probabilities: Type.Optional({ ...optional(probabilities), description: LIKELY }),
  },
  strict,
)

export function autopilotRoutes(http: Http): void {
  const shared = {
    ...forTesting,
    ...returnsOne(autopilot, 'The autopilot of your brand.'),
    access: 'brand',
    path: `${TESTING_API}/autopilot`,
  } as const

  http.operation({
    ...shared,
    method: 'GET',
    id: 'getAutopilot',
    summary: 'What the autopilot does',
    description: 'Its settings, and what it has done since it was switched on. Off until you switch it on.',
    async handle(ctx) {
      return document(autopilot, await readAutopilot(ctx, brandOf(ctx.actor)))
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    id: 'setAutopilot',
    summary: 'Have the others play by themselves',
    description:
      'Switched on, retailers order what you have in stock, carriers scan and deliver your parcels, and the marketplace answers rejections and refusals, invoices and pays: all by the clock, also when you move it, up to a year back. What is yours to do it leaves to you. Each call replaces all settings, what is left out has its default, and `enabled: true` begins anew. A reset switches it off.',
    body: autopilotBody,
    bodyExample: { enabled: true, seed: 7, ordersPerDay: 3, probabilities: { refuseReception: 0.2 } },
    async handle(ctx, { body: { enabled, ...wish } }) {
      const { refuseReception, approveRejection, approveRefusal } = wish.probabilities ?? {}
      const given = {
        seed: wish.seed,
        orders_per_day: wish.ordersPerDay,
        speed: wish.speed,
        refuse_reception: refuseReception,
        approve_rejection: approveRejection,
        approve_refusal: approveRefusal,
      }
      return document(autopilot, await setAutopilot(ctx, brandOf(ctx.actor), { enabled, ...present(given) }))
    },
  })
}

/** Without undefined members. */
function present<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
