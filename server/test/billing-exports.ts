/** Requests for billing exports, as a client sends them. */
import type { Market, SendOptions } from './market.ts'

export const EXPORTS = '/api/v1/ordering/billing-exports'
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' }

export function requestExport(
  shop: Market,
  attributes: object = {},
  options: SendOptions & { id?: string } = {},
) {
  const { id, ...rest } = options
  const requested = { ...FEBRUARY, exports: [{ type: 'accounting', formats: ['csv'] }], ...attributes }
  return shop.send('POST', EXPORTS, { body: { data: { ...(id && { id }), attributes: requested } }, ...rest })
}

/** Requests an export, runs the job that makes it, and returns its attributes and its file, if there is one. */
export async function makeExport(shop: Market, attributes: object = {}) {
  const asked = await requestExport(shop, attributes)
  const { id } = asked.body.data
  await shop.runJobs()
  const answer = await shop.send('GET', `${EXPORTS}/${id}`)
  const { status, bytes } = await download(shop, id)
  return { id: id as string, ...answer.body.data.attributes, downloadStatus: status, file: bytes }
}

/** Downloads the raw bytes; `send` decodes responses as text. */
export async function download(shop: Market, id: string) {
  const answer = await shop.http.app.inject({
    url: `${EXPORTS}/${id}/-actions/download`,
    headers: { authorization: `Bearer ${await shop.tokenOf('brand')}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
