/** Renders the public tracking page of a shipment: HTML without scripts, external resources, names and prices. */
import { hash } from 'node:crypto'
import type { TrackingLocation, TrackingStatus } from '../carriers/carrier.ts'

export interface TrackedShipment {
  carrierName: string
  trackingNumber: string
  status: TrackingStatus
  /** Null if no delivery date is known. */
  expectedAt: Date | null
  parcels: readonly { number: number; trackingNumber: string | null; status: TrackingStatus }[]
  /** Newest first. */
  scans: readonly Scan[]
}

interface Scan {
  /** Null if the scan is about all parcels. */
  parcelNumber: number | null
  status: TrackingStatus
  occurredAt: Date
  location: TrackingLocation | null
}

const STATUSES: Record<TrackingStatus, { title: string; sentence: string }> = {
  UNKNOWN: { title: 'No news yet', sentence: 'The carrier has not reported anything yet.' },
  PRE_TRANSIT: {
    title: 'Ready to ship',
    sentence: 'The seller has made the labels. The carrier does not have the parcels yet.',
  },
  TRANSIT: { title: 'On its way', sentence: 'Your parcels are with the carrier.' },
  DELIVERED: { title: 'Delivered', sentence: 'Your parcels have arrived.' },
  RETURNED: { title: 'Returned', sentence: 'The parcels go back to the sender.' },
  FAILURE: {
    title: 'Delivery problem',
    sentence: 'The parcels could not be delivered. Please contact the seller.',
  },
}

/** The steps of the progress bar. Problem statuses are not steps. */
const STEPS: readonly TrackingStatus[] = ['PRE_TRANSIT', 'TRANSIT', 'DELIVERED']

export function renderTracking(shipment: TrackedShipment): string {
  const { title, sentence } = STATUSES[shipment.status]
  const facts = [
    ['Carrier', escapeHtml(shipment.carrierName)],
    ['Tracking number', `<span class="number">${escapeHtml(shipment.trackingNumber)}</span>`],
    ...(shipment.expectedAt && shipment.status !== 'DELIVERED'
      ? [['Expected', dayOf(shipment.expectedAt)]]
      : []),
  ]
  return wholePage(
    `${title} – tracking ${shipment.trackingNumber}`,
    `<p class="label">Your shipment</p>
<h1 class="${toneOf(shipment.status)}">${title}</h1>
<p>${sentence}</p>
${renderSteps(shipment.status)}
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
${shipment.parcels.length > 1 ? renderParcels(shipment.parcels) : ''}
<h2>What happened so far</h2>
${renderScans(shipment)}`,
    'All times are in UTC. Everybody who has this link can see this page.',
  )
}

function renderSteps(status: TrackingStatus): string {
  const reached = STEPS.indexOf(status)
  if (reached < 0) return ''
  const steps = STEPS.map((step, i) => {
    const state = i < reached ? 'done' : i === reached ? 'current' : ''
    const hint = i < reached ? ' <span class="hidden">(done)</span>' : ''
    return `<li class="${state}"${i === reached ? ' aria-current="step"' : ''}>${STATUSES[step].title}${hint}</li>`
  })
  return `<ol class="steps" aria-label="Progress">${steps.join('')}</ol>`
}

function renderParcels(parcels: TrackedShipment['parcels']): string {
  const rows = parcels.map(
    ({ number, trackingNumber, status }) =>
      `<li><span>Parcel ${number} of ${parcels.length}${trackingNumber === null ? '' : ` <span class="number">${escapeHtml(trackingNumber)}</span>`}</span><strong class="${toneOf(status)}">${STATUSES[status].title}</strong></li>`,
  )
  return `<h2>Parcels</h2>\n<ul class="parcels">${rows.join('')}</ul>`
}

function renderScans({ scans, parcels }: TrackedShipment): string {
  if (scans.length === 0)
    return '<p class="faint">Nothing yet. The steps of the delivery appear here when the carrier has the parcels.</p>'
  const rows = scans.map(({ parcelNumber, status, occurredAt, location }) => {
    const where = [location?.city, location?.country].filter(Boolean).join(', ')
    const which = parcelNumber === null || parcels.length < 2 ? '' : `Parcel ${parcelNumber}`
    const beside = [which, where].filter((text) => text !== '').map(escapeHtml)
    return `<li><time datetime="${occurredAt.toISOString()}">${momentOf(occurredAt)}</time><strong>${STATUSES[status].title}</strong>${beside.length > 0 ? `<span class="faint">${beside.join(' · ')}</span>` : ''}</li>`
  })
  return `<ol class="scans">${rows.join('')}</ol>`
}

/** The page for an invalid or expired link. */
export const renderRefusal = (title: string, sentence: string): string =>
  wholePage(title, `<p class="label">Shipment</p>\n<h1>${title}</h1>\n<p>${sentence}</p>`)

const toneOf = (status: TrackingStatus) =>
  status === 'DELIVERED' ? 'good' : status === 'FAILURE' || status === 'RETURNED' ? 'bad' : ''

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const dayOf = (moment: Date) => days.format(moment)
const momentOf = (moment: Date) => `${moments.format(moment)} UTC`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1d22; --faint: #5b5f6b; --paper: #f4f4f1; --card: #fff; --line: #d9d9d4; --accent: #2f5bd0; --good: #1d7a45; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecedf0; --faint: #a9adb8; --paper: #131418; --card: #1d1f25; --line: #363943; --accent: #8fb0ff; --good: #6fd39a; --bad: #ff9a92; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p { margin: .5rem 0; }
.label { margin: 0 0 .25rem; color: var(--faint); font-size: .85rem; }
.faint { color: var(--faint); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.number { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
ol, ul, dl { margin: 0; padding: 0; list-style: none; }
.steps { display: flex; gap: .5rem; margin: 1.25rem 0; }
.steps li { flex: 1; padding-top: .5rem; border-top: .3rem solid var(--line); color: var(--faint); font-size: .85rem; }
.steps .done, .steps .current { border-color: var(--accent); color: var(--ink); }
.steps .current { font-weight: 600; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .6rem 0; border-top: 1px solid var(--line); }
dt { color: var(--faint); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.parcels li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .6rem 0; border-top: 1px solid var(--line); }
.scans { border-left: 2px solid var(--line); margin-left: .4rem; }
.scans li { position: relative; display: flex; flex-direction: column; padding: 0 0 1.1rem 1.2rem; }
.scans li::before { content: ""; position: absolute; left: -.45rem; top: .45rem; width: .75rem; height: .75rem; border-radius: 50%; background: var(--line); }
.scans li:first-child::before { background: var(--accent); }
.scans time { color: var(--faint); font-size: .85rem; }
footer { margin-top: 1rem; color: var(--faint); font-size: .85rem; text-align: center; }
`

/** Allows only the inline style sheet of the page. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const wholePage = (title: string, content: string, footer = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<article>
${content}
</article>
${footer === '' ? '' : `<footer>${footer}</footer>\n`}</main>
</body>
</html>
`
