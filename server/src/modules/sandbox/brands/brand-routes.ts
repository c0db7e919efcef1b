import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute } from '../../../domain/attributes.ts'
import { text, uuid } from '../../../domain/fields.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import type { Module } from '../../../module.ts'
import { closeTestBrand, createTestBrand, revokeTested, type TestBrand } from './test-brands.ts'

const credentials = (description: string) =>
  Type.Object(
    {
      id: uuid('Id of the application.'),
      clientId: Type.String({
        examples: ['5f0c1e9a7b3d2c4e6f8a1b0d'],
        description: 'What it asks for tokens with.',
      }),
      clientSecret: Type.String({
        examples: ['mJ1fYt3wQm0c5pB7vX9zK2sD4gH6jL8n'],
        description: 'Its secret, shown this once.',
      }),
    },
    { description },
  )

export const testBrand = resource<TestBrand>()({
  name: 'testBrand',
  type: 'test-brands',
  description: 'A brand for a test, with two applications. Its id is that of the brand.',
  attributes: {
    name: textAttribute('Tokens lesson', 'name', 'Name of the brand.'),
    application: attribute(credentials('The application of the program under test.'), 'application'),
    examiner: attribute(credentials('The application of the program that tests it.'), 'examiner'),
  },
})

const BRANDS = `${TESTING_API}/brands`

export function brandRoutes(http: Http, modules: readonly Module[]): void {
  http.operation({
    ...forTesting,
    method: 'POST',
    path: BRANDS,
    id: 'createTestBrand',
    summary: 'Make a brand for a test',
    description:
      'A new brand in Belgium with an address to ship from and its shipping settings, no products and no orders, and two applications with their secrets: one for the program under test, and one for the program that tests it. A reset removes it.',
    secret: true,
    query: { resource: testBrand },
    body: Type.Object(
      { name: text(100, 'Tokens lesson', 'Name of the brand and of its application.') },
      { additionalProperties: false },
    ),
    bodyExample: { name: 'Tokens lesson' },
    answers: [{ status: 201, description: 'The brand, with the secrets.', resource: testBrand }],
    async handle(ctx, { body }) {
      return document(testBrand, await createTestBrand(ctx, modules, body), { status: 201 })
    },
  })

  const ofBrand = {
    ...forTesting,
    method: 'POST',
    params: { brand: 'Id of the test brand.' },
    answers: [{ status: 200, description: 'Done.', empty: true }],
  } as const

  http.operation({
    ...ofBrand,
    path: `${BRANDS}/{brand}/-actions/revoke-application`,
    id: 'revokeTestApplication',
    summary: 'Revoke the application of a program under test',
    description:
      'As when a brand revokes it: its secrets, tokens and webhook subscriptions end. The other application of the brand stays, to see what the program does then. For the brand itself and for the operator, who may repeat it.',
    async handle(ctx, { params }) {
      await revokeTested(ctx, params.brand)
      return empty()
    },
  })

  http.operation({
    ...ofBrand,
    path: `${BRANDS}/{brand}/-actions/close`,
    id: 'closeTestBrand',
    summary: 'End a brand of a test',
    description:
      'Revokes its applications, which ends their tokens and webhook subscriptions, and suspends the brand. For the brand itself, whose token ends with it, and for the operator, who may repeat it.',
    async handle(ctx, { params }) {
      await closeTestBrand(ctx, params.brand)
      return empty()
    },
  })
}
