/** The schemas of packing and delivery instructions, in requests and responses. */
import { Type } from 'typebox'
import { orNull } from '../../../domain/fields.ts'

const time = (description: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    expected: 'a time such as 09:30',
    examples: ['09:30'],
    description,
  })

const SERVICES = ['PALLETISE', 'CUSTOM_BUILD', 'DOCS', 'SSCC'] as const

export const deliverySchedule = Type.Object(
  {
    timeSlots: orNull(
      Type.Array(Type.Object({ startTime: time('From when on.'), endTime: time('Until when.') }), {
        maxItems: 20,
      }),
      { description: 'When somebody is there; null: at any time.' },
    ),
    openDays: Type.Array(Type.Integer({ minimum: 1, maximum: 7, examples: [1] }), {
      minItems: 1,
      uniqueItems: true,
      description: 'On which days; 1 is Monday.',
    }),
  },
  { title: 'DeliverySchedule', description: 'When it can be delivered.' },
)

export const packingInstruction = Type.Object(
  {
    services: Type.Array(Type.Enum([...SERVICES]), {
      minItems: 1,
      maxItems: SERVICES.length,
      description: 'What is to be done with it.',
    }),
    instruction: Type.Optional(
      orNull(Type.String({ maxLength: 1000, examples: ['Two pallets.'] }), { description: 'In words.' }),
    ),
  },
  { title: 'PackingInstruction', description: 'How it is to be packed.' },
)

export const deliveryAppointment = Type.Object(
  {
    requested: Type.Boolean({ description: 'Whether the carrier is to make an appointment.' }),
    instruction: Type.Optional(
      orNull(Type.String({ maxLength: 1000, examples: ['Ring twice.'] }), { description: 'In words.' }),
    ),
  },
  { title: 'DeliveryAppointment', description: 'An appointment for the delivery.' },
)
