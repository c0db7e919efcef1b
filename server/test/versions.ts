/** Reads resources together with the versions that identify their documents. */
import type { Answer, Market, Who } from './market.ts'

export type ReadVersioned = (url: string, as?: Who) => Promise<Answer & { version: string | undefined }>

/** Call once per market. The returned function sends one request at a time. */
export function versionReader(shop: Market): ReadVersioned {
  let version: string | undefined
  for (const operation of shop.http.operations) {
    if (operation.method !== 'GET') continue
    const { handle } = operation
    operation.handle = async (ctx, input) => {
      const reply = await handle.call(operation, ctx, input)
      version = reply.kind === 'document' ? reply.version : undefined
      return reply
    }
  }
  return async (url, as = 'brand') => {
    version = undefined
    const answer = await shop.send('GET', url, { as })
    return { ...answer, version }
  }
}

/** A tag as responses with this version have it. */
export const tagOf = (version: string | undefined): string => `"${version}.rep_1"`
