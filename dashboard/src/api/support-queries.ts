/** Support sessions: what is read, and how one begins and ends. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AuthenticationError, NotFoundError } from '@tradehall/client'
import { paths } from '../paths.ts'
import { client, send, sendForData } from './client.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'
import type { One, Session } from './queries.ts'
import { beginAnewEverywhere, rememberReturn, takeReturn } from './session-switch.ts'

export type SupportSession = One<'/api/operator/v1/support-sessions'>
export type SupportAccess = NonNullable<Session['attributes']['support']>['access']

export interface SupportSearch extends Position {
  /** The brand whose support sessions are shown. */
  brand?: string
  /** The brand to view as; the dialog is open. */
  start?: string
  /** Finds brands to view as. */
  q?: string
}

export const supportSessionsQuery = ({
  brand,
  ...position
}: Pick<SupportSearch, 'brand' | 'after' | 'before'>) =>
  listQuery(['support-sessions', { brand, ...position }], () =>
    client.list('/api/operator/v1/support-sessions', {
      query: { ...pageQuery(position), ...(brand && { 'filter[brandId][]': [brand] }) },
    }),
  )

const FOUND = 8

export const foundBrandsQuery = (name: string) =>
  queryOptions({
    queryKey: ['brands', 'found', name],
    queryFn: () =>
      send(() =>
        client
          .list('/api/operator/v1/brands', { query: { 'filter[name]': name, 'page[limit]': FOUND } })
          .toArray(FOUND),
      ),
    placeholderData: keepPreviousData,
  })

export const supportedBrandQuery = (brand: string) =>
  queryOptions({
    queryKey: ['brands', 'supported', brand],
    queryFn: () =>
      sendForData(() => client.request('GET', '/api/operator/v1/brands/{brand}', { path: { brand } })),
  })

/** Leaves the page: from then on the browser acts for the brand. `from` is where the end leads back to. */
export async function startSupport(
  brand: string,
  attributes: { reason: string; access: SupportAccess },
  from: string,
): Promise<void> {
  await send(() =>
    client.request('POST', '/api/operator/v1/brands/{brand}/support-sessions', {
      path: { brand },
      body: { data: { type: 'support-sessions', attributes } },
    }),
  )
  rememberReturn(from)
  beginAnewEverywhere(paths.home)
}

/** By its id, so that a tab which has not noticed that it is over does not sign the operator out. */
export async function endSupport(session: string): Promise<void> {
  try {
    await client.request('DELETE', '/api/v1/sessions/{session}', { path: { session } })
  } catch (error) {
    if (!(error instanceof AuthenticationError || error instanceof NotFoundError)) throw error
  }
  beginAnewEverywhere(takeReturn(paths.support))
}
