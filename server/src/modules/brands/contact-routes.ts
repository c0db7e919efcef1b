import { brandOf } from '../../domain/actor.ts'
import { idToChange } from '../../domain/ownership.ts'
import { createdAnswers, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { createdDocument, document, none } from '../../http/operation.ts'
import { addContact, changeContact, MAX_CONTACTS, removeContact } from './contacts.ts'
import { brandContact, createContactBody, updateContactBody } from './resources.ts'
import { audited } from './settings-audit.ts'
import { BASE, shared } from './shared.ts'

const ofContacts = { ...shared, path: `${BASE}/brand-contacts` } as const
const ofContact = {
  ...shared,
  path: `${ofContacts.path}/{id}`,
  params: { id: 'Id of the contact.' },
} as const

export function contactRoutes(http: Http): void {
  addRoute(http)
  changeRoutes(http)
}

function addRoute(http: Http): void {
  http.operation({
    ...ofContacts,
    method: 'POST',
    id: 'createBrandContact',
    summary: 'Add a contact of your brand',
    description: `At most ${MAX_CONTACTS}. One with the same address, or with the id that you sent, answers as it is stored and is not changed.`,
    query: { resource: brandContact },
    body: createContactBody,
    bodyExample: {
      data: {
        type: 'brand-contacts',
        attributes: { email: 'accounts@alderwick.test', purposes: ['finance'] },
      },
    },
    answers: createdAnswers(brandContact, 'The contact.', 'There was one already: the stored contact.'),
    async handle(ctx, { body: { data } }) {
      const { email, purposes } = data.attributes
      const wanted = { id: data.id, email, purposes }
      const added = await audited(
        ctx,
        'add-contact',
        (work) => addContact(work, brandOf(ctx.actor), wanted, 'data'),
        ({ row, created }) => (created ? row.email : undefined),
      )
      return createdDocument(brandContact, added)
    },
  })
}

function changeRoutes(http: Http): void {
  http.operation({
    ...ofContact,
    method: 'PATCH',
    id: 'updateBrandContact',
    summary: 'Change a contact of your brand',
    description: 'Attributes that are left out stay as they are; purposes are replaced all together.',
    ...returnsOne(brandContact, 'The contact as it is now.'),
    body: updateContactBody,
    bodyExample: {
      data: {
        type: 'brand-contacts',
        id: 'f8da561d-c9e7-4b58-8a26-17db395824ae',
        attributes: { email: 'billing@alderwick.test' },
      },
    },
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.id, data.id)
      const { email, purposes } = data.attributes ?? {}
      const changes = { ...(email !== undefined && { email }), ...(purposes && { purposes }) }
      const changed = await audited(
        ctx,
        'change-contact',
        (work) => changeContact(work, brandOf(ctx.actor), id, changes, 'data'),
        ({ email }) => (Object.keys(changes).length > 0 ? email : undefined),
      )
      return document(brandContact, changed)
    },
  })

  http.operation({
    ...ofContact,
    method: 'DELETE',
    id: 'deleteBrandContact',
    summary: 'Remove a contact of your brand',
    description: 'Nobody writes there any more.',
    answers: [{ status: 204, description: 'It is gone.', none: true }],
    async handle(ctx, { params }) {
      await audited(
        ctx,
        'remove-contact',
        (work) => removeContact(work, brandOf(ctx.actor), params.id),
        ({ email }) => email,
      )
      return none()
    },
  })
}
