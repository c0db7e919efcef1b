import { missing } from '../../http/ownership.ts'
import { type Queryable, transaction, violatedConstraint } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'
import { emailTaken, tooManyContacts } from './errors.ts'
import {
  type ContactRow,
  contactExists,
  deleteContact,
  findContact,
  insertContact,
  listContacts,
  lockContacts,
  updateContact,
} from './queries.ts'

/** They come all together with their brand, without pages. */
export const MAX_CONTACTS = 50

/** Adds a contact. One with the same id, or with the same address, stays what it is. */
export async function addContact(
  { db, clock, ids }: Work,
  brandId: BrandId,
  { id = ids.next(), email, purposes }: { id: string | undefined; email: string; purposes: string[] },
): Promise<{ contact: ContactRow; created: boolean }> {
  return await transaction(db, async (tx) => {
    await lockContacts(tx, brandId, id)
    const known = await findContact(tx, brandId, id)
    if (known) return { contact: known, created: false }
    if (await contactExists(tx, id)) {
      throw missing('contact', id, { exists: true, pointer: 'data.id' })
    }
    const others = await listContacts(tx, brandId)
    const now = clock.now()
    const wanted = { brand_id: brandId, id, email, purposes, created_at: now, updated_at: now }
    const contact = await insertContact(tx, wanted)
    if (contact.id === id && others.length >= MAX_CONTACTS) throw tooManyContacts(MAX_CONTACTS)
    return { contact, created: contact.id === id }
  })
}

/** Changes what is named and leaves the rest. */
export async function changeContact(
  { db, clock }: Work,
  brandId: BrandId,
  id: string,
  changes: Partial<Pick<ContactRow, 'email' | 'purposes'>>,
): Promise<ContactRow> {
  try {
    const contact =
      Object.keys(changes).length === 0
        ? await findContact(db, brandId, id)
        : await updateContact(db, brandId, id, { ...changes, updated_at: clock.now() })
    if (!contact) throw await missingContact(db, id)
    return contact
  } catch (error) {
    if (violatedConstraint(error) === 'contacts_email_key') throw emailTaken(changes.email ?? '')
    throw error
  }
}

export async function removeContact({ db }: Work, brandId: BrandId, id: string): Promise<void> {
  if (!(await deleteContact(db, brandId, id))) throw await missingContact(db, id)
}

const missingContact = async (db: Queryable, id: string) =>
  missing('contact', id, { exists: await contactExists(db, id) })
