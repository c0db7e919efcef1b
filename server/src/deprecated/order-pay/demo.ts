/** Demo customers and orders, moved to their statuses by the same functions that move all orders. */
import type { DemoRun } from '../../module.ts'
import { DEMO } from '../../modules/identity/index.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { demoId, demoIds } from '../../platform/demo-id.ts'
import { onWorkingDay } from '../../platform/demo-time.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Work } from '../../platform/work.ts'
import { createCustomer, type RequestedAddress } from './customers/customers.ts'
import type { RequestedOrder } from './orders/bodies.ts'
import { type OrderPayCommand, type OrderPayStatus, shortestPath } from './orders/move-table.ts'
import { type CommandParameters, moveOrder } from './orders/moves.ts'
import { createOrder } from './orders/orders.ts'
import type { OrderPayOrderKey } from './orders/queries.ts'
import { findPayment } from './payments/queries.ts'
import { recordCharge } from './payments/settlement.ts'

const HOUR_MS = 3_600_000
const SINCE = '2026-01-05T09:00:00Z'
const { brandId, otherBrandId } = DEMO

interface DemoCustomer {
  key: string
  brandId: BrandId
  storeName: string
  email: string
  firstName: string
  lastName: string
  phoneNumber: string
  vatNumber?: string
  vatExemption?: boolean
  address: RequestedAddress
}

const CUSTOMERS: readonly DemoCustomer[] = [
  {
    key: 'tin-lantern',
    brandId,
    storeName: 'Tin Lantern Grocers',
    email: 'till@tinlantern.test',
    firstName: 'Wout',
    lastName: 'Delvaux',
    phoneNumber: '+3292000041',
    vatNumber: 'BE0700000041',
    address: { street: 'Lantaarnstraat 41', postalCode: '9000', city: 'Gent', countryCode: 'BE' },
  },
  {
    key: 'quartier-basilic',
    brandId,
    storeName: 'Quartier Basilic',
    email: 'bonjour@quartierbasilic.test',
    firstName: 'Anouk',
    lastName: 'Terrier',
    phoneNumber: '+33261910052',
    vatNumber: 'FR52000000052',
    vatExemption: true,
    address: { street: '52 rue du Basilic', postalCode: '69001', city: 'Lyon', countryCode: 'FR' },
  },
  {
    key: 'saltmarsh',
    brandId,
    storeName: 'Saltmarsh Provisions',
    email: 'orders@saltmarsh.test',
    firstName: 'Edie',
    lastName: 'Marlow',
    phoneNumber: '+441632960063',
    address: { street: '6 Samphire Row', postalCode: 'NR1 9ZZ', city: 'Norwich', countryCode: 'GB' },
  },
  // Payments of this customer stay pending until somebody decides.
  {
    key: 'slow-ferry',
    brandId,
    storeName: 'Slow Ferry Trading',
    email: 'desk+stalled@slowferry.test',
    firstName: 'Ruben',
    lastName: 'Haas',
    phoneNumber: '+494066969074',
    address: { street: 'Fährsteig 7', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  },
  {
    key: 'empty-purse',
    brandId,
    storeName: 'Empty Purse Bazaar',
    email: 'shop+declined@emptypurse.test',
    firstName: 'Pia',
    lastName: 'Lindqvist',
    phoneNumber: '+46850000085',
    address: { street: 'Börsgränd 8', postalCode: '111 29', city: 'Stockholm', countryCode: 'SE' },
  },
  {
    key: 'kiln-corner',
    brandId: otherBrandId,
    storeName: 'Kiln Corner',
    email: 'hello@kilncorner.test',
    firstName: 'Gwen',
    lastName: 'Price',
    phoneNumber: '+441632960096',
    address: { street: '9 Corner Street', postalCode: 'CF10 9ZZ', city: 'Cardiff', countryCode: 'GB' },
  },
]

interface DemoOrder {
  customer: string
  at: string
  /** SKU, number of packs, price of a pack and discount in percent. */
  basket: readonly (readonly [sku: string, quantity: number, priceMinor: number, discountRate?: number])[]
  more?: Partial<
    Pick<RequestedOrder, 'customReference' | 'customItems' | 'discountRate' | 'deliverySchedule'>
  >
  /** The statuses to pass through, in order, starting from `created`. */
  through: readonly OrderPayStatus[]
  parameters?: CommandParameters
}

const MOVES_GOODS: ReadonlySet<OrderPayCommand> = new Set(['ship', 'acknowledge-reception'])

const FEES = [{ type: 'shippingFees' as const, amount: 950 }]

/** Covers every status at least once, with products that no other demo order uses. */
const ORDERS: readonly DemoOrder[] = [
  {
    customer: 'tin-lantern',
    at: '2026-01-08T08:30:00Z',
    basket: [
      ['CND-002-IVORY', 3, 3600],
      ['CND-005-SALTA', 2, 5400, 10],
    ],
    more: { customReference: 'TL-2026-01', customItems: FEES },
    through: ['brand_paid'],
  },
  {
    customer: 'quartier-basilic',
    at: '2026-01-15T10:00:00Z',
    basket: [['CND-005-SALTA', 4, 5200]],
    more: { discountRate: 5 },
    through: ['invoiced'],
  },
  {
    customer: 'saltmarsh',
    at: '2026-01-23T14:20:00Z',
    basket: [['CND-002-IVORY', 2, 3600]],
    more: { customItems: [...FEES, { type: 'exciseDuties', amount: 320 }] },
    through: ['received'],
  },
  {
    customer: 'tin-lantern',
    at: '2026-02-03T09:10:00Z',
    basket: [['CND-001-MOSS', 2, 5400]],
    through: ['shipped'],
  },
  {
    customer: 'quartier-basilic',
    at: '2026-02-11T11:45:00Z',
    basket: [['CND-002-IVORY', 2, 3600]],
    more: {
      deliverySchedule: { timeSlots: [{ startTime: '08:00', endTime: '11:30' }], openDays: [2, 3, 4] },
    },
    through: ['waiting_shipping'],
  },
  {
    customer: 'tin-lantern',
    at: '2026-02-17T08:55:00Z',
    basket: [['CND-005-SALTA', 1, 5400]],
    through: ['payment_confirmed'],
  },
  {
    customer: 'slow-ferry',
    at: '2026-02-20T13:00:00Z',
    basket: [['CND-001-MOSS', 3, 5100]],
    through: ['brand_confirmed'],
  },
  {
    customer: 'empty-purse',
    at: '2026-02-23T15:35:00Z',
    basket: [['CND-002-IVORY', 5, 3600]],
    through: ['brand_confirmed', 'cancelled'],
  },
  {
    customer: 'saltmarsh',
    at: '2026-02-24T09:40:00Z',
    basket: [['CND-001-MOSS', 1, 5400]],
    through: ['cancelled'],
    parameters: { reason: 'Ordered twice by mistake.' },
  },
  {
    customer: 'saltmarsh',
    at: '2026-02-26T16:05:00Z',
    basket: [['CND-002-IVORY', 4, 3500, 5]],
    more: { customReference: 'SP/117', customItems: FEES },
    through: ['created'],
  },
  {
    customer: 'kiln-corner',
    at: '2026-02-25T10:30:00Z',
    basket: [['NLC-003', 1, 4800]],
    through: ['created'],
  },
]

export async function seedOrderPayDemo(tx: Transaction, { endingTime: time }: DemoRun): Promise<void> {
  const since = time.at(SINCE)
  for (const customer of CUSTOMERS) await seedCustomer(tx, customer, since)
  for (const [i, order] of ORDERS.entries())
    await seedOrder(tx, order, { number: i + 1, createdAt: time.at(order.at) })
}

async function seedCustomer(
  tx: Transaction,
  { key, address, ...wanted }: DemoCustomer,
  since: Date,
): Promise<void> {
  const {
    storeName,
    email,
    firstName,
    lastName,
    phoneNumber,
    vatNumber = null,
    vatExemption = false,
  } = wanted
  const work = { db: tx, clock: clockAt(since), ids: demoIds(`order-pay-customer/${key}`) }
  await createCustomer(work, wanted.brandId, {
    id: customerId(key),
    storeName,
    email,
    firstName,
    lastName,
    company: { phoneNumber, vatNumber, vatExemption },
    billingAddress: address,
    shippingAddress: address,
  })
}

const customerId = (key: string) => demoId(`order-pay-customer/${key}`)

async function seedOrder(
  tx: Transaction,
  wanted: DemoOrder,
  { number, createdAt }: { number: number; createdAt: Date },
): Promise<void> {
  const owner = CUSTOMERS.find(({ key }) => key === wanted.customer)
  invariant(owner, 'a demo order has a demo customer')
  const name = `order-pay-order/${number}`
  const ids = demoIds(`${name}/part`)
  let at = createdAt
  const workThen = (): Work => ({ db: tx, clock: clockAt(at), ids })
  const orderKey = { brandId: owner.brandId, orderId: demoId(name) }
  await createOrder(workThen(), owner.brandId, {
    id: orderKey.orderId,
    customerUuid: customerId(wanted.customer),
    items: wanted.basket.map(([sku, quantity, brandUnitPrice, discountRate = 0]) => ({
      productVariantUuid: demoId(`variant/${sku}`),
      quantity,
      amounts: { brandUnitPrice, discountRate },
    })),
    ...wanted.more,
  })
  let from: OrderPayStatus = 'created'
  for (const to of wanted.through) {
    for (const command of shortestPath(from, to) ?? []) {
      at = new Date(at.getTime() + 30 * HOUR_MS)
      if (MOVES_GOODS.has(command)) at = onWorkingDay(at)
      await enact(
        workThen(),
        orderKey,
        from === 'brand_confirmed' && to === 'cancelled' ? 'fail-payment' : command,
        {
          tracking: {
            number: `SW00${number}0${number}`,
            link: `https://track.example.test/SW00${number}0${number}`,
          },
          ...wanted.parameters,
        },
      )
    }
    from = to
  }
}

/** Records an invented response of the provider: the provider is not called, and no job is left that would call it. */
async function enact(
  work: Work,
  orderKey: OrderPayOrderKey,
  command: OrderPayCommand,
  parameters: CommandParameters,
): Promise<void> {
  if (command !== 'confirm-payment' && command !== 'fail-payment') {
    await moveOrder(work, orderKey, command, {
      ...parameters,
      provider: { name: 'sandbox', usualMethod: 'card' },
    })
    return
  }
  const [order] = await work.db<{ payment_id: string }[]>`
    select payment_id from order_pay.orders where brand_id = ${orderKey.brandId} and id = ${orderKey.orderId}`
  const payment = order && (await findPayment(work.db, orderKey.brandId, order.payment_id))
  invariant(payment, 'a confirmed order has a payment')
  const pspId = `sandbox_${payment.id.replaceAll('-', '')}`
  await recordCharge(work, payment, {
    status: command === 'confirm-payment' ? 'succeeded' : 'failed',
    pspId,
    method: { type: payment.payment_method, email: null, name: null, last4: '4242' },
    pspData: { client_secret: `${pspId}_secret`, iban: null },
  })
}
