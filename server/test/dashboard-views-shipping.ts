/** The views of shipping and of labels. */
import type { Page } from 'playwright-core'
import { dialog, type Given, row, type ShippingGiven, type View } from './dashboard-view.ts'
import { confirm, PARCEL, quoteBy, requestQuotes } from './quotes.ts'
import type { ServedMarket } from './served-market.ts'
import { acceptedOrder, labelledOrder } from './shipping.ts'

/** A side that only some carriers take. */
const LONG = { length: 190, width: 20, height: 20, kg: 5 }

export async function furnishShipping(shop: ServedMarket): Promise<ShippingGiven> {
  const { order: labelled } = await labelledOrder(shop, [PARCEL, { ...PARCEL, kg: 11.8 }])
  const { id: shipped } = await acceptedOrder(shop)
  const tracking = { trackingProvider: 'DPD', trackingNumber: '01505012345678' }
  await confirm(shop, (await quoteBy(shop, shipped, 'dpd')).quoteUuid, { tracking })
  const { id: quoted } = await acceptedOrder(shop)
  await requestQuotes(shop, quoted, [LONG])
  const { id: accepted } = await acceptedOrder(shop)
  return { accepted, quoted, labelled: labelled.id, shipped }
}

const TO_SHIP = '/dashboard/orders?tab=to-ship'
const LABELS = '/dashboard/labels'
const ship =
  (which: keyof ShippingGiven, search = '') =>
  ({ shipping }: Given) =>
    `/dashboard/orders/${shipping[which]}/ship${search}`

async function selectAll(page: Page): Promise<void> {
  await row(page)
  await page.getByLabel('Select all on this page').click()
  await page.getByRole('button', { name: /^Print/ }).waitFor()
}

async function sendNothing(page: Page): Promise<void> {
  await page.getByLabel('Weight, kg of parcel 1').fill('31')
  await page.getByRole('button', { name: 'Get quotes' }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Marketplace label' }).click()
  await dialog(/^Ship with: /)(page)
}

async function chooseOwn(page: Page): Promise<void> {
  await choose(page)
  await page.getByLabel('A carrier of your own').click()
  await page.getByLabel('Tracking number').waitFor()
}

async function selectToShip(page: Page): Promise<void> {
  await row(page)
  await page
    .getByRole('checkbox', { name: /^Select \d/ })
    .first()
    .check()
}

async function askMany(page: Page): Promise<void> {
  await selectToShip(page)
  await page.getByRole('button', { name: 'Get quotes…' }).click()
  await page.getByLabel('Size and weight').waitFor()
}

async function askedMany(page: Page): Promise<void> {
  await askMany(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Get quotes' }).click()
  await page.getByRole('button', { name: 'Make labels…' }).last().waitFor()
}

async function labelMany(page: Page): Promise<void> {
  await selectToShip(page)
  await page.getByRole('button', { name: 'Make labels…' }).click()
  await dialog(/^Make labels for/)(page)
}

export const SHIPPING_VIEWS: readonly View[] = [
  {
    name: 'ship-parcels',
    as: 'alder-wick',
    path: ship('accepted'),
    ready: (page) => page.getByRole('button', { name: 'Get quotes' }).waitFor(),
  },
  { name: 'ship-parcels-refused', as: 'alder-wick', path: ship('accepted'), ready: sendNothing },
  { name: 'ship-quotes', as: 'alder-wick', path: ship('quoted'), ready: row },
  { name: 'ship-confirm', as: 'alder-wick', path: ship('quoted'), ready: choose },
  { name: 'ship-confirm-own', as: 'alder-wick', path: ship('quoted'), ready: chooseOwn },
  { name: 'ship-labels', as: 'alder-wick', path: ship('labelled'), ready: row },
  {
    name: 'ship-reset',
    as: 'alder-wick',
    path: ship('labelled', '?dialog=reset'),
    ready: dialog('Reset the labels'),
  },
  {
    name: 'ship-pickup',
    as: 'alder-wick',
    path: ship('labelled', '?dialog=pickup'),
    ready: dialog('Book a pickup'),
  },
  {
    name: 'ship-shipped',
    as: 'alder-wick',
    path: ship('shipped'),
    ready: (page) => page.getByText('Carried by').waitFor(),
  },
  {
    name: 'order-to-ship',
    as: 'alder-wick',
    path: ({ shipping }) => `/dashboard/orders/${shipping.accepted}`,
    ready: (page) => page.getByRole('link', { name: 'Ship', exact: true }).waitFor(),
  },
  {
    name: 'order-with-labels',
    as: 'alder-wick',
    path: ({ shipping }) => `/dashboard/orders/${shipping.labelled}`,
    ready: (page) => page.getByRole('link', { name: 'Print labels' }).waitFor(),
  },
  { name: 'orders-quotes', as: 'alder-wick', path: TO_SHIP, ready: askMany },
  { name: 'orders-quotes-done', as: 'alder-wick', path: TO_SHIP, ready: askedMany },
  { name: 'orders-labels', as: 'alder-wick', path: TO_SHIP, ready: labelMany },
  { name: 'labels', as: 'alder-wick', path: LABELS, ready: row },
  { name: 'labels-selected', as: 'alder-wick', path: LABELS, ready: selectAll },
  {
    name: 'labels-print',
    as: 'alder-wick',
    path: ({ shipping }) => `${LABELS}?print=${shipping.labelled}`,
    ready: dialog(/^Print the labels/),
  },
  {
    name: 'labels-none',
    as: 'alder-wick',
    path: `${LABELS}?show=printed`,
    ready: (page) => page.getByText('No printed labels wait').waitFor(),
  },
]
