import type { OffsetPage, SortField } from '@tradehall/jsonapi'
import { type Fragment, limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import type { OrderPayCustomersRow, OrderPayPaymentMethodsRow } from '../../../platform/rows.ts'

export interface CustomerAddress {
  street: string
  postalCode: string
  city: string
  countryCode: string
}

export type PaymentMethodRow = OrderPayPaymentMethodsRow

export interface CustomerRow
  extends Omit<OrderPayCustomersRow, 'billing_address' | 'shipping_address' | 'created_at' | 'updated_at'> {
  billing_address: CustomerAddress
  shipping_address: CustomerAddress
  payment_methods: Pick<PaymentMethodRow, 'type' | 'email' | 'name' | 'last4'>[]
  payment_method_ids: string[]
}

export type NewCustomer = Omit<CustomerRow, 'payment_methods' | 'payment_method_ids'> &
  Pick<OrderPayCustomersRow, 'created_at' | 'updated_at'>

export async function insertCustomer(tx: Queryable, row: NewCustomer): Promise<CustomerRow> {
  await tx`insert into order_pay.customers ${tx(row as never)}`
  return { ...row, payment_methods: [], payment_method_ids: [] }
}

export async function updateCustomer(
  tx: Queryable,
  { brand_id, id }: Pick<CustomerRow, 'brand_id' | 'id'>,
  changes: Partial<NewCustomer>,
): Promise<void> {
  await tx`
    update order_pay.customers set ${tx(changes as never)} where brand_id = ${brand_id} and id = ${id}`
}

export const findCustomer: FindOwned<CustomerRow> = async (db, brandId, id) => {
  const [customer] = await loadCustomers(db, brandId, [id])
  return customer
}

export const loadCustomers: LoadOwned<CustomerRow> = async (db, brandId, ids) => {
  return await db<CustomerRow[]>`
    select ${columns(db, brandId)} from order_pay.customers where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const lockCustomer: FindOwned<CustomerRow> = async (tx, brandId, id) => {
  const [customer] = await tx<CustomerRow[]>`
    select ${columns(tx, brandId)} from order_pay.customers where brand_id = ${brandId} and id = ${id} for update`
  return customer
}

/** Uses customers_id_idx. */
export async function findCustomerOfAnyBrand(db: Queryable, id: string): Promise<CustomerRow | undefined> {
  const [customer] = await db<CustomerRow[]>`
    select ${columns(db)} from order_pay.customers where id = ${id}`
  return customer
}

export interface CustomerFilter {
  /** Case-insensitive substrings. */
  storeName?: string | undefined
  email?: string | undefined
}

const SORT_COLUMNS: Readonly<Record<string, string>> = { id: 'id', storeName: 'store_name' }

/** One page and the total count. Filtering by store name uses customers_store_name_idx. */
export async function listCustomers(
  db: Queryable,
  brandId: BrandId,
  filter: CustomerFilter,
  { sort, page }: { sort: readonly SortField[]; page: OffsetPage },
): Promise<{ customers: CustomerRow[]; total: number }> {
  const order = [...sort, { field: 'id', descending: false }]
    .map(({ field, descending }) => `${SORT_COLUMNS[field]}${descending ? ' desc' : ''}`)
    .join(', ')
  const [customers, [counted]] = await Promise.all([
    db<CustomerRow[]>`
      select ${columns(db, brandId)}
      from order_pay.customers
      where ${matches(db, brandId, filter)}
      order by ${db.unsafe(order)}
      offset ${page.offset} ${limitTo(db, page.limit)}`,
    db<{ total: number }[]>`
      select count(*) as total from order_pay.customers where ${matches(db, brandId, filter)}`,
  ])
  return { customers, total: counted?.total ?? 0 }
}

function matches(db: Queryable, brandId: BrandId, { storeName, email }: CustomerFilter): Fragment {
  return db`
    brand_id = ${brandId}
    ${storeName === undefined ? db`` : db`and strpos(lower(store_name), lower(${storeName})) > 0`}
    ${email === undefined ? db`` : db`and strpos(lower(email), lower(${email})) > 0`}`
}

export const loadPaymentMethods: LoadOwned<PaymentMethodRow> = async (db, brandId, ids) => {
  return await db<PaymentMethodRow[]>`
    select brand_id, id, customer_id, type, email, name, last4, created_at
    from order_pay.payment_methods
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** Inserts a payment method; an existing one stays unchanged. */
export async function savePaymentMethod(tx: Queryable, row: PaymentMethodRow): Promise<void> {
  await tx`
    insert into order_pay.payment_methods ${tx(row as never)}
    on conflict on constraint payment_methods_same_key do nothing`
}

const methodsOfCustomer = (db: Queryable, brandId: BrandId | undefined, columns: Fragment) => db`
  select ${columns}
  from order_pay.payment_methods
  where payment_methods.brand_id = ${brandId === undefined ? db`customers.brand_id` : db`${brandId}`} and customer_id = customers.id`

const columns = (db: Queryable, brandId?: BrandId) => db`
  brand_id, id, store_name, email, first_name, last_name, phone_number, phone_country, tax_number, vat_number,
  vat_exemption, billing_address, shipping_address, currency,
  coalesce((${methodsOfCustomer(
    db,
    brandId,
    db`json_agg(json_build_object('type', type, 'email', payment_methods.email, 'name', name, 'last4', last4)
      order by created_at desc, payment_methods.id)`,
  )}), '[]') as payment_methods,
  array(${methodsOfCustomer(db, brandId, db`payment_methods.id`)} order by created_at desc, payment_methods.id) as payment_method_ids`
