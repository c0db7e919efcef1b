/** Texts of people that would run or add elements where a page takes them for markup. */
import type { View } from './dashboard-view.ts'
import type { ServedMarket } from './served-market.ts'

/** The texts of the database that some view shows. */
export const FIELDS = [
  'brand',
  'retailer',
  'city',
  'recipient',
  'product',
  'sku',
  'reason',
  'receiver response',
  'first name',
  'last name',
  'email',
  'application',
  'contact',
  'receiver',
  'fault path',
  'mail recipient',
  'mail subject',
  'mail text',
  'user agent',
  'address',
] as const
export type Field = (typeof FIELDS)[number]

/** Runs a script and adds elements where it is taken for markup. */
export const hostile = (field: Field) =>
  `<b class=markup>${field}</b><img src=x onerror="document.ran=true"><script>document.ran=true</script>`

export async function fillWithMarkup({ platform: { db, secrets }, url }: ServedMarket, email: string) {
  await db`update identity.brands set name = ${hostile('brand')}`
  await db`update identity.retailers set store_name = ${hostile('retailer')}`
  await db`
    update identity.users set first_name = ${hostile('first name')}, last_name = ${hostile('last name')}`
  // The user of the view that signs in keeps the address.
  await db`update identity.users set email = ${hostile('email')} || email where email <> ${email}`
  await db`
    update identity.applications
    set name = ${hostile('application')}, developer_email = ${hostile('contact')}`
  await db`
    update identity.sessions set user_agent = ${hostile('user agent')}, address = ${hostile('address')}`
  await db`update webhooks.subscriptions set url = ${hostile('receiver')}`
  await db`
    update ordering.orders
    set billing_address = jsonb_set(billing_address, '{city}', to_jsonb(${hostile('city')}::text))`
  await db`
    update ordering.orders
    set brand_reject_reason = ${hostile('reason')}`
  // Quotes end when the address of their order changes.
  await db`
    update ordering.orders
    set shipping_address = jsonb_set(shipping_address, '{name}', to_jsonb(${hostile('recipient')}::text))
    where status = 'ankor_confirmed'`
  await db`update catalog.products set name = ${hostile('product')}`
  await db`update catalog.variants set sku = ${hostile('sku')} || id`
  await db`update webhooks.attempts set excerpt = ${hostile('receiver response')} where excerpt is not null`
  const text = `${hostile('mail text')} ${url}/"onclick="document.ran=true"><b class=markup>`
  await db`
    update platform.mails set recipient = ${hostile('mail recipient')}, subject = ${hostile('mail subject')},
      body_encrypted = ${secrets.encrypt(text)}`
}

export const withMarkup = (view: View): View =>
  view.name === 'faults' ? { ...view, fault: { path: `/${hostile('fault path')}`, status: 503 } } : view
