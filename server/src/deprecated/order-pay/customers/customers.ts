import { createOnce, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import { latestEuroRate } from '../../../modules/general/index.ts'
import { findBrand } from '../../../modules/identity/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { noPhoneCountry, noRate } from '../errors.ts'
import { currencyOf, phoneCountry } from './countries.ts'
import {
  type CustomerAddress,
  type CustomerRow,
  findCustomer,
  findCustomerOfAnyBrand,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from './queries.ts'

/** Where the body says nothing else. */
const USUAL_COUNTRY = 'FR'

export type GivenAddress = Omit<CustomerAddress, 'countryCode'> & { countryCode?: string }

interface GivenCompany {
  phoneNumber: string
  taxNumber?: string | null
  vatNumber?: string | null
  vatExemption: boolean
}

export interface GivenCustomer {
  storeName: string
  email: string
  firstName: string
  lastName: string
  company: GivenCompany
  billingAddress: GivenAddress
  shippingAddress: GivenAddress
  currency?: string
}

export type CustomerChanges = Partial<
  Omit<GivenCustomer, 'company' | 'billingAddress' | 'shippingAddress'>
> & {
  company?: Partial<GivenCompany>
  billingAddress?: Partial<GivenAddress>
  shippingAddress?: Partial<GivenAddress>
}

/** `at` is where the body says what the customer is, here and below. */
export async function createCustomer(
  work: Work,
  brandId: BrandId,
  { id, ...wanted }: GivenCustomer & { id: string | undefined },
  at?: string,
): Promise<{ customer: CustomerRow; created: boolean }> {
  const given = ownedBy(brandId, { what: 'customer', id, find: findCustomerOfAnyBrand, ...pointTo(at, 'id') })
  const place = at && `${at}.attributes`
  const { row, created } = await createOnce(work, given, async ({ db, clock, ids }) => {
    const now = clock.now()
    const billing = wholeAddress(wanted.billingAddress)
    return await insertCustomer(db, {
      brand_id: brandId,
      id: id ?? ids.next(),
      store_name: wanted.storeName,
      email: wanted.email,
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      ...phoneColumns(wanted.company.phoneNumber, place),
      tax_number: wanted.company.taxNumber ?? null,
      vat_number: wanted.company.vatNumber ?? null,
      vat_exemption: wanted.company.vatExemption,
      billing_address: billing,
      shipping_address: wholeAddress(wanted.shippingAddress),
      currency: await currencyFor(
        db,
        brandId,
        { told: wanted.currency, country: billing.countryCode },
        place,
      ),
      created_at: now,
      updated_at: now,
    })
  })
  return { customer: row, created }
}

/** Changes what is named, members of addresses and of the company one by one, and leaves the rest. */
export async function changeCustomer(
  work: Work,
  brandId: BrandId,
  id: string,
  { company = {}, ...changes }: CustomerChanges,
  at?: string,
): Promise<CustomerRow> {
  return await inTransaction(work, async ({ db, clock }) => {
    const known = await lockCustomer(db, brandId, id)
    if (!known) throw await missingCustomer(db, id)
    const place = at && `${at}.attributes`
    const billing = wholeAddress({ ...known.billing_address, ...changes.billingAddress })
    const hasMoved = billing.countryCode !== known.billing_address.countryCode
    const columns = {
      store_name: changes.storeName ?? known.store_name,
      email: changes.email ?? known.email,
      first_name: changes.firstName ?? known.first_name,
      last_name: changes.lastName ?? known.last_name,
      ...(company.phoneNumber !== undefined && phoneColumns(company.phoneNumber, place)),
      tax_number: company.taxNumber === undefined ? known.tax_number : company.taxNumber,
      vat_number: company.vatNumber === undefined ? known.vat_number : company.vatNumber,
      vat_exemption: company.vatExemption ?? known.vat_exemption,
      billing_address: billing,
      shipping_address: wholeAddress({ ...known.shipping_address, ...changes.shippingAddress }),
      currency:
        changes.currency !== undefined || hasMoved
          ? await currencyFor(db, brandId, { told: changes.currency, country: billing.countryCode }, place)
          : known.currency,
    }
    await updateCustomer(db, known, { ...columns, updated_at: clock.now() })
    return { ...known, ...columns }
  })
}

export async function readCustomer(db: Queryable, brandId: BrandId, id: string): Promise<CustomerRow> {
  const customer = await findCustomer(db, brandId, id)
  if (!customer) throw await missingCustomer(db, id)
  return customer
}

const missingCustomer = async (db: Queryable, id: string) =>
  missing('customer', id, { exists: (await findCustomerOfAnyBrand(db, id)) !== undefined })

const wholeAddress = ({
  street,
  postalCode,
  city,
  countryCode = USUAL_COUNTRY,
}: GivenAddress): CustomerAddress => ({ street, postalCode, city, countryCode })

function phoneColumns(
  phoneNumber: string,
  place: string | undefined,
): Pick<CustomerRow, 'phone_number' | 'phone_country'> {
  const country = phoneCountry(phoneNumber)
  if (country === undefined) throw noPhoneCountry(place && `${place}.company.phoneNumber`)
  return { phone_number: phoneNumber, phone_country: country }
}

/** The one that was told; or else that of the country, if the marketplace knows what it is worth; or else the brand's. */
async function currencyFor(
  db: Queryable,
  brandId: BrandId,
  { told, country }: { told: string | undefined; country: string },
  place: string | undefined,
): Promise<string> {
  const wanted = told ?? currencyOf(country)
  if (wanted !== undefined && (await latestEuroRate(db, wanted)) !== undefined) return wanted
  if (told !== undefined) throw noRate(told, place && `${place}.currency`)
  const brand = await findBrand(db, brandId)
  invariant(brand, 'a token belongs to a brand that exists')
  return brand.currency
}
