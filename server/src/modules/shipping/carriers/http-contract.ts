/** Schemas of the responses of external label services, as documented in `docs/integrators/carrier-http-contract.md`. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { COLLECTION_METHODS, REFUSALS, TRACKING_STATUSES } from './carrier.ts'

/** Characters that both barcodes of a label can encode and people can type. */
const number = Type.String({ pattern: '^[A-Za-z0-9-]{4,40}$' })
const reference = Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' })
const words = (maxLength: number) => Type.String({ maxLength })
const day = Type.String({ format: 'date' })
const time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' })
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])

// Additional members are ignored, so that services can extend their responses.
export const quotesAnswer = Compile(
  Type.Object({
    services: Type.Array(
      Type.Object({
        code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
        name: words(100),
        costMinor: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        collectionMethods: Type.Array(Type.Enum([...COLLECTION_METHODS]), { uniqueItems: true }),
        transit: orNull(
          Type.Object({
            pickupOn: day,
            deliveryOn: day,
            businessDays: Type.Integer({ minimum: 0, maximum: 365 }),
          }),
        ),
      }),
      { minItems: 1, maxItems: 50 },
    ),
  }),
)

export const shipmentAnswer = Compile(
  Type.Object({
    reference,
    trackingNumber: number,
    serviceName: words(100),
    parcels: Type.Array(
      Type.Object({ trackingNumber: number, labelPdfBase64: orNull(Type.String({ minLength: 1 })) }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
)

const bookedAnswer = Type.Object({ isBooked: Type.Literal(true), reference })
const deniedAnswer = Type.Object({
  isBooked: Type.Literal(false),
  reason: words(300),
  alternatives: Type.Array(
    Type.Object({ pickupOn: day, window: Type.Object({ readyTime: time, closeTime: time }) }),
    { maxItems: 20 },
  ),
})
export const pickupAnswer = Compile(Type.Union([bookedAnswer, deniedAnswer]))

export const cancelAnswer = Compile(
  Type.Union([Type.Object({ reference }), Type.Object({ shipmentKey: reference })]),
)

const place = Type.Optional(orNull(words(100)))
export const trackingAnswer = Compile(
  Type.Object({
    events: Type.Array(
      Type.Object({
        status: Type.Enum([...TRACKING_STATUSES]),
        details: orNull(words(300)),
        occurredAt: Type.String({ format: 'date-time' }),
        location: orNull(Type.Object({ city: place, state: place, zip: place, country: place })),
      }),
      { maxItems: 500 },
    ),
  }),
)

export const refusalAnswer = Compile(Type.Object({ refusal: Type.Enum([...REFUSALS]), detail: words(300) }))

/** The type of a valid response. */
export type ResponseOf<C> = C extends Contract<infer T> ? T : never

/** A compiled schema that validates a response. */
export interface Contract<T> {
  Check(value: unknown): value is T
  Errors(value: unknown): readonly { instancePath: string; message: string }[]
}
