import { brandOf } from '../../domain/actor.ts'
import { idToChange } from '../../domain/ownership.ts'
import type { Http } from '../../http/http.ts'
import { document, none } from '../../http/operation.ts'
import { addContact, changeContact, MAX_CONTACTS, removeContact } from './contacts.ts'
import { brandContact, createContactBody, updateContactBody } from './resources.ts'
import { BASE, shared } from './shared.ts'

const query = { resource: brandContact }
const ofContact = {
  ...shared,
  path: `${BASE}/brand-contacts/{id}`,
  params: { id: 'Id of the contact.' },
}

export function contactRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'POST',
    path: `${BASE}/brand-contacts`,
    id: 'createBrandContact',
    summary: 'Add a contact of your brand',
    description: `At most ${MAX_CONTACTS}. One with the same address, or with the id that you sent, answers as it is stored and is not changed.`,
    query,
    body: createContactBody,
    bodyExample: {
      data: {
        type: 'brand-contacts',
        attributes: { email: 'accounts@alderwick.test', purposes: ['finance'] },
      },
    },
    answers: [
      { status: 201, description: 'The contact.', resource: brandContact },
      { status: 200, description: 'There was one already: the stored contact.', resource: brandContact },
    ],
    async handle(ctx, { body: { data } }) {
      const { email, purposes } = data.attributes
      const wanted = { id: data.id, email, purposes }
      const { contact, created } = await addContact(ctx, brandOf(ctx.actor), wanted, 'data')
      return document(brandContact, contact, { status: created ? 201 : 200 })
    },
  })

  http.operation({
    ...ofContact,
    method: 'PATCH',
    id: 'updateBrandContact',
    summary: 'Change a contact of your brand',
    description: 'Attributes that are left out stay as they are; purposes are replaced all together.',
    query,
    body: updateContactBody,
    bodyExample: {
      data: {
        type: 'brand-contacts',
        id: 'f8da561d-c9e7-4b58-8a26-17db395824ae',
        attributes: { email: 'billing@alderwick.test' },
      },
    },
    answers: [{ status: 200, description: 'The contact as it is now.', resource: brandContact }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.id, data.id)
      const { email, purposes } = data.attributes ?? {}
      const changes = { ...(email !== undefined && { email }), ...(purposes && { purposes }) }
      return document(brandContact, await changeContact(ctx, brandOf(ctx.actor), id, changes, 'data'))
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
      await removeContact(ctx, brandOf(ctx.actor), params.id)
      return none()
    },
  })
}
