/** Contacts of a brand, which receive mail of the marketplace. */
import { createOnce, notedFor } from '../../domain/create-once.ts'
import { missing } from '../../domain/ownership.ts'
import { pointTo } from '../../domain/problems.ts'
import { type Queryable, violatedConstraint } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'
import { emailTaken, tooManyContacts } from './errors.ts'
import {
  type ContactRow,
  deleteContact,
  findContact,
  findContactOfAnyBrand,
  insertContact,
  listContacts,
  lockContacts,
  updateContact,
} from './queries.ts'

/** Limited because contacts are included with their brand without pages. */
export const MAX_CONTACTS = 50

/**
 * Adds a contact. An existing contact with the same id or email address is returned unchanged. `at`, here and below, is the
 * pointer to the contact in the request.
 */
export async function addContact(
  work: Work,
  brandId: BrandId,
  wanted: { id: string | undefined; email: string; purposes: string[] },
  at?: string,
): Promise<{ row: ContactRow; created: boolean }> {
  const { id = work.ids.next() } = wanted
  const known = {
    what: 'contact',
    id: wanted.id,
    find: findContact,
    ...pointTo(at, 'id'),
  }
  const { row, created } = await createOnce(work, notedFor(brandId, known), async ({ db, clock }) => {
    await lockContacts(db, brandId)
    const others = await listContacts(db, brandId)
    const now = clock.now()
    const values = { ...wanted, brand_id: brandId, id, created_at: now, updated_at: now }
    const contact = await insertContact(db, values)
    if (contact.id === id && others.length >= MAX_CONTACTS) throw tooManyContacts(MAX_CONTACTS, at)
    return contact
  })
  return { row, created: created && row.id === id }
}

/** Changes only the given columns. */
export async function changeContact(
  { db, clock }: Work,
  brandId: BrandId,
  id: string,
  changes: Partial<Pick<ContactRow, 'email' | 'purposes'>>,
  at?: string,
): Promise<ContactRow> {
  try {
    const contact =
      Object.keys(changes).length === 0
        ? await findContact(db, brandId, id)
        : await updateContact(db, brandId, id, { ...changes, updated_at: clock.now() })
    if (!contact) throw await missingContact(db, id)
    return contact
  } catch (error) {
    if (violatedConstraint(error) !== 'contacts_email_key') throw error
    throw emailTaken(changes.email ?? '', at && `${at}.attributes.email`)
  }
}

export async function removeContact({ db }: Work, brandId: BrandId, id: string): Promise<ContactRow> {
  const removed = await deleteContact(db, brandId, id)
  if (!removed) throw await missingContact(db, id)
  return removed
}

const missingContact = async (db: Queryable, id: string) =>
  missing('contact', id, { exists: (await findContactOfAnyBrand(db, id)) !== undefined })
