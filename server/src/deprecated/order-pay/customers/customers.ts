import { createOnce, ownedBy } from '../../../domain/create-once.ts'
import { missing } from '../../../domain/ownership.ts'
import { pointTo } from '../../../domain/problems.ts'
import { latestEuroRate } from '../../../modules/general/index.ts'
import { findBrand } from '../../../modules/identity/index.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { noExchangeRate, unknownPhoneCountry } from '../errors.ts'
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

/** Country of an address without a country code. */
const USUAL_COUNTRY = 'FR'

export type RequestedAddress = Omit<CustomerAddress, 'countryCode'> & { countryCode?: string }

interface RequestedCompany {
  phoneNumber: string
  taxNumber?: string | null
  vatNumber?: string | null
  vatExemption: boolean
}

export interface RequestedCustomer {
  storeName: string
  email: string
  firstName: string
  lastName: string
  company: RequestedCompany
  billingAddress: RequestedAddress
  shippingAddress: RequestedAddress
  currency?: string
}

export type CustomerChanges = Partial<
  Omit<RequestedCustomer, 'company' | 'billingAddress' | 'shippingAddress'>
> & {
  company?: Partial<RequestedCompany>
  billingAddress?: Partial<RequestedAddress>
  shippingAddress?: Partial<RequestedAddress>
}

/** `at` is the pointer of the resource in the request body, here and below. */
export async function createCustomer(
  work: Work,
  brandId: BrandId,
  { id, ...wanted }: RequestedCustomer & { id: string | undefined },
  at?: string,
): Promise<{ row: CustomerRow; created: boolean }> {
  const given = ownedBy(brandId, { what: 'customer', id, find: findCustomerOfAnyBrand, ...pointTo(at, 'id') })
  const pointer = at && `${at}.attributes`
  return await createOnce(work, given, async ({ db, clock, ids }) => {
    const now = clock.now()
    const billing = wholeAddress(wanted.billingAddress)
    return await insertCustomer(db, {
      brand_id: brandId,
      id: id ?? ids.next(),
      store_name: wanted.storeName,
      email: wanted.email,
      first_name: wanted.firstName,
      last_name: wanted.lastName,
      ...phoneColumns(wanted.company.phoneNumber, pointer),
      tax_number: wanted.company.taxNumber ?? null,
      vat_number: wanted.company.vatNumber ?? null,
      vat_exemption: wanted.company.vatExemption,
      billing_address: billing,
      shipping_address: wholeAddress(wanted.shippingAddress),
      currency: await currencyFor(
        db,
        brandId,
        { requested: wanted.currency, country: billing.countryCode },
        pointer,
      ),
      created_at: now,
      updated_at: now,
    })
  })
}

/** Changes only the given attributes; addresses and the company are merged member by member. */
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
    const pointer = at && `${at}.attributes`
    const billing = wholeAddress({ ...known.billing_address, ...changes.billingAddress })
    const hasMoved = billing.countryCode !== known.billing_address.countryCode
    const columns = {
      store_name: changes.storeName ?? known.store_name,
      email: changes.email ?? known.email,
      first_name: changes.firstName ?? known.first_name,
      last_name: changes.lastName ?? known.last_name,
      ...(company.phoneNumber !== undefined && phoneColumns(company.phoneNumber, pointer)),
      tax_number: company.taxNumber === undefined ? known.tax_number : company.taxNumber,
      vat_number: company.vatNumber === undefined ? known.vat_number : company.vatNumber,
      vat_exemption: company.vatExemption ?? known.vat_exemption,
      billing_address: billing,
      shipping_address: wholeAddress({ ...known.shipping_address, ...changes.shippingAddress }),
      currency:
        changes.currency !== undefined || hasMoved
          ? await currencyFor(
              db,
              brandId,
              { requested: changes.currency, country: billing.countryCode },
              pointer,
            )
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
}: RequestedAddress): CustomerAddress => ({ street, postalCode, city, countryCode })

function phoneColumns(
  phoneNumber: string,
  pointer: string | undefined,
): Pick<CustomerRow, 'phone_number' | 'phone_country'> {
  const country = phoneCountry(phoneNumber)
  if (country === undefined) throw unknownPhoneCountry(pointer && `${pointer}.company.phoneNumber`)
  return { phone_number: phoneNumber, phone_country: country }
}

/** The requested currency; otherwise that of the country, if the marketplace has an exchange rate; otherwise the brand's. */
async function currencyFor(
  db: Queryable,
  brandId: BrandId,
  { requested, country }: { requested: string | undefined; country: string },
  pointer: string | undefined,
): Promise<string> {
  const wanted = requested ?? currencyOf(country)
  if (wanted !== undefined && (await latestEuroRate(db, wanted)) !== undefined) return wanted
  if (requested !== undefined) throw noExchangeRate(requested, pointer && `${pointer}.currency`)
  const brand = await findBrand(db, brandId)
  invariant(brand, 'a token belongs to a brand that exists')
  return brand.currency
}
