/** Moves orders from acceptance to the carrier: quotes, labels, pickups. */
import { byOperator, command, type Order, REASON, refresh, testing, transition } from './commands.ts'
import { oneIn, type Work } from './work.ts'

const PARCEL = { length: 40, width: 30, height: 20, kg: 5.2 }

export async function ship(work: Work, order: Order): Promise<void> {
  if (oneIn(12)) return await byOperator(work, order, 'revert-acceptance')
  await confirmQuote(work, order, oneIn(3) ? 'carrier' : 'marketplace')
}

/** With a quote of the marketplace the labels are made by a job. */
export async function confirmQuote(work: Work, order: Order, by: 'carrier' | 'marketplace'): Promise<void> {
  const { client, journal, until } = work
  const quoted = await client.persist(
    {
      as: order.as,
      method: 'POST',
      path: `/api/v1/orders/${order.id}/shipping-quotes`,
      body: { parcels: [PARCEL] },
    },
    [200, 409],
    until,
  )
  if (quoted?.status !== 200) return await refresh(work, order)
  const quotes: { quoteUuid: string; carrierCode: string }[] = quoted.body.data
  const quote =
    quotes.find(({ carrierCode }) => (carrierCode === 'marketplace') === (by === 'marketplace')) ?? quotes[0]
  if (!quote) return
  const name = quote.carrierCode === 'marketplace' ? 'confirm-label-quote' : 'confirm-carrier-quote'
  const path = `/api/v1/shipping-quotes/${quote.quoteUuid}/confirm`
  // A command of another client may have replaced the quote meanwhile.
  const isDone = await command(work, order, name, { as: order.as, method: 'POST', path }, [404])
  if (isDone) journal.confirmations.set(quote.quoteUuid, order.id)
  await refresh(work, order)
}

export async function handOver(work: Work, order: Order): Promise<void> {
  const { client, until } = work
  if (oneIn(3)) await schedulePickup(work, order)
  if (oneIn(3)) {
    const path = `/api/v1/orders/${order.id}/shipping-labels/pdf`
    await client.persist({ as: order.as, method: 'GET', path }, [200, 409], until)
  }
  if (oneIn(8)) {
    const attributes = { resetType: 'OTHER', reason: REASON }
    await transition(work, order, 'brand-resets-shipping-labels-generation', attributes)
  } else await command(work, order, 'scan-parcel', testing(order, 'advance', { to: 'shipped' }))
}

async function schedulePickup({ client, journal, until }: Work, order: Order): Promise<void> {
  const clock = await client.persist(
    { as: order.as, method: 'GET', path: '/api/testing/clock' },
    [200],
    until,
  )
  if (!clock) return
  const path = `/api/v1/orders/${order.id}/ship/schedule-pickup`
  const body = {
    pickupDate: workingDayAfter(new Date(clock.body.data.attributes.now)),
    pickupTime: '9-15',
    pickupAddress: {
      name: 'Alder & Wick',
      contactName: 'Ines Okoye',
      countryCode: 'BE',
      city: 'Antwerpen',
      postalCode: '2000',
      street: 'Waskaarsplein 4',
      phoneNumber: '+32470000012',
    },
  }
  const answer = await client.persist({ as: order.as, method: 'POST', path, body }, [200, 409, 422], until)
  if (answer?.status === 200) journal.pickups.add(order.id)
}

/** A working day within the next week, written DD-MM-YYYY. */
function workingDayAfter(now: Date): string {
  const day = new Date(now.getTime() + 3 * 86_400_000)
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10).split('-').reverse().join('-')
}
