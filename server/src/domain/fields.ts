/** The schemas of common field types. The same schemas validate requests and describe responses. */
import { type Codec, type Resource, requestDocument } from '@tradehall/jsonapi'
import { country } from '@tradehall/product-files'
import { type TSchema, Type } from 'typebox'
import { isCurrency } from './codes.ts'
import { type Address, wholeAddress } from './postal-address.ts'

/** Declared with the format of ids, and checked there. */
export { uuid } from '@tradehall/jsonapi'
/** Those that files of products contain too. */
export { country, MAX_INTEGER, percent } from '@tradehall/product-files'

export const orNull = <S extends TSchema>(schema: S, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

/** A short name in lower case, such as a carrier code. */
export const SLUG = /^[a-z\d](?:[a-z\d_-]{0,62}[a-z\d])?$/

/** A text with at least one visible character. */
export const text = (maxLength: number, example: string, description: string) =>
  Type.String({
    pattern: '\\S',
    maxLength,
    expected: `a text of 1 to ${maxLength} characters`,
    description,
    examples: [example],
  })

/** The name of a company, a place or a rule, or of whoever an address is of. */
export const name = (example: string, description: string) => text(200, example, description)

/**
 * The name of a person. Mails of this server begin with it, so it must not become their message: it holds no link, no line of
 * its own, and nothing that turns the direction of the text.
 */
export const personName = (example: string, description: string) =>
  Type.String({
    pattern: '^(?!.*://)(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$',
    maxLength: 200,
    expected: 'a name of 1 to 200 characters, without control characters and without ://',
    description,
    examples: [example],
  })

/** A registration number, or a line of an address. */
export const line = (example: string, description: string) => text(500, example, description)

export const currency = (description: string) =>
  Type.Refine(
    Type.String({
      pattern: '^[A-Z]{3}$',
      expected: 'a currency code of ISO 4217 such as EUR',
      description: `${description}, a code of ISO 4217.`,
      examples: ['EUR'],
    }),
    isCurrency,
    () => 'must be a currency code of ISO 4217',
  )

export const email = (example: string, description: string) =>
  Type.String({ format: 'email', maxLength: 254, examples: [example], description })

export const webAddress = Type.String({
  format: 'uri',
  pattern: '^https?://[^/]',
  maxLength: 500,
  description: 'Website of the shop.',
  examples: ['https://harbourlane.test/'],
})

/** Begins with exactly one slash, because two would begin the name of another host. */
export const storefrontPath = Type.String({
  pattern: '^/(?!/)\\S*$',
  maxLength: 500,
  expected: 'a path that begins with one slash, such as /brand/alder-wick',
  description: 'Its page in the storefront, without the host; null while it has none.',
  examples: ['/brand/alder-wick'],
})

export const phoneNumber = Type.String({
  pattern: '^\\+[1-9]\\d{6,14}$',
  expected: 'a phone number in the form of E.164 such as +32470000000',
  description: 'Phone number with a plus sign and the country code.',
  examples: ['+32470000000'],
})

export const address = Type.Object(
  {
    name: Type.Optional(orNull(name('Jo Verlinden', 'Name of a person.'))),
    organisationName: Type.Optional(orNull(name('Harbour Lane SRL', 'Name of a company or a shop.'))),
    street: line('Kaai 12', 'Street and number.'),
    city: name('Gent', 'Town.'),
    postalCode: text(20, '9000', 'Postal code.'),
    countryCode: country('Country'),
  },
  // A misspelt member would otherwise be lost silently.
  { additionalProperties: false, title: 'Address', description: 'An address, whole.' },
)

/** Encodes a stored address for responses, with null for absent members. */
export const storedAddress: Codec<ReturnType<typeof orNull<typeof address>>> = {
  schema: orNull(address),
  encode: (value) => wholeAddress(value as Address),
}

export const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description,
    // Excludes years that columns or clients cannot represent, and leap seconds, which a Date cannot represent.
    pattern: '^(19[7-9]\\d|2[01]\\d\\d)-.*T\\d\\d:\\d\\d:[0-5]\\d',
    examples: ['2026-04-01T00:00:00Z'],
  })

/**
 * Maps the attributes of a request body to the columns that the resource reads them from. Attributes that are not
 * settable are left out.
 */
export function columnsOf<Row extends { id: string }>(
  resource: Resource<Row>,
  settable: Readonly<Record<string, TSchema>>,
  attributes: object = {},
): Partial<Row> {
  const names = Object.keys(settable).filter((name) => Object.hasOwn(attributes, name))
  return Object.fromEntries(
    names.map((name) => [resource.attributes[name]?.from, (attributes as Record<string, unknown>)[name]]),
  ) as Partial<Row>
}

/** The schemas of the request bodies that create and update a resource. */
export const bodiesOf = <
  const Settable extends Readonly<Record<string, TSchema>>,
  const Required extends keyof Settable & string,
>(
  resource: Resource,
  attributes: Settable,
  required: readonly Required[],
) => ({
  create: requestDocument(resource, { closed: true, id: 'optional', attributes, required }),
  update: requestDocument(resource, { closed: true, id: 'path', attributes }),
})
