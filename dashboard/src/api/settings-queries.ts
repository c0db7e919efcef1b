/** What the pages of settings read and write. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, send, tagOf } from './client.ts'
import { listQuery, type Position, pageQuery } from './list-pages.ts'
import type { One } from './queries.ts'

export type Brand = One<'/api/v1/brands/me'>
export type ShippingSettings = One<'/api/v1/brands/shipping-settings/{shippingSettingsId}'>
export type FrancoSetting = One<'/api/v1/brands/franco-settings'>
export type Corridor = 'domestic' | 'eu8' | 'international'
export type Contact = NonNullable<Awaited<ReturnType<typeof readContacts>>>[number]
export type ListedRetailer = One<'/api/v1/brands/retailers'>

export const profileQuery = queryOptions({
  queryKey: ['brands', 'own'],
  queryFn: () =>
    send(async () => {
      const answer = await client.request('GET', '/api/v1/brands/me')
      return { brand: answer.data, etag: tagOf(answer) }
    }),
})

export const saveProfile = (
  attributes: { name: string; images: Partial<Record<'squared' | 'rounded' | 'large', string | null>> },
  ifMatch: string,
) =>
  send(() =>
    client.request('PATCH', '/api/v1/brands/me', { ifMatch, body: { data: { type: 'brands', attributes } } }),
  )

export const shippingSettingsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ['shipping-settings', brandId],
    queryFn: () =>
      send(async () => {
        const answer = await client.request('GET', '/api/v1/brands/shipping-settings/{shippingSettingsId}', {
          path: { shippingSettingsId: brandId },
        })
        return { settings: answer.data, etag: tagOf(answer) }
      }),
  })

export type ShippingChange = Partial<ShippingSettings['attributes']>

export const saveShippingSettings = (brandId: string, body: ShippingChange, ifMatch: string) =>
  send(() =>
    client.request('PATCH', '/api/v1/brands/shipping-settings/{shippingSettingsId}', {
      path: { shippingSettingsId: brandId },
      body: body as never,
      ifMatch,
    }),
  )

export const francoQuery = queryOptions({
  queryKey: ['franco-settings'],
  queryFn: () =>
    send(async () => {
      const answer = await client.request('GET', '/api/v1/brands/franco-settings')
      return { corridors: answer.data, etag: tagOf(answer) }
    }),
})

export const saveFranco = (
  attributes: { corridor: Corridor; amount: number; fee: number },
  ifMatch: string,
) =>
  send(() =>
    client.request('POST', '/api/v1/brands/franco-settings', {
      ifMatch,
      body: { data: { type: 'franco-settings', attributes } },
    }),
  )

async function readContacts() {
  const brand = await client.get('/api/v1/brands/me', { include: ['brand-contacts'] })
  return brand.related['brand-contacts'] ?? []
}

export const contactsQuery = queryOptions({
  queryKey: ['brand-contacts'],
  queryFn: () => send(readContacts),
})

export interface RetailersSearch extends Position {
  q?: string
  acceptance?: 'on' | 'off'
}

export const retailersQuery = ({ q, acceptance, ...position }: RetailersSearch) =>
  listQuery(['brand-retailers', { q, acceptance, ...position }], () =>
    client.list('/api/v1/brands/retailers', {
      query: {
        ...pageQuery(position),
        ...(q && { 'filter[q]': q }),
        ...(acceptance && { 'filter[automaticOrderValidationMode]': acceptance === 'on' }),
      },
    }),
  )

const FOUND = 6

/** A few retailers for a text, for the palette. */
export const foundOwnRetailersQuery = (text: string) =>
  queryOptions({
    queryKey: ['brand-retailers', 'found', text],
    queryFn: () =>
      send(() =>
        client
          .list('/api/v1/brands/retailers', { query: { 'filter[q]': text, 'page[limit]': FOUND } })
          .toArray(FOUND),
      ),
    placeholderData: keepPreviousData,
  })

export const setAutomaticAcceptance = (retailerId: string, isOn: boolean) =>
  send(() =>
    client.request('PATCH', '/api/v1/brands/retailers/{retailerId}', {
      path: { retailerId },
      body: { data: { type: 'brand-retailers', attributes: { automaticOrderValidationMode: isOn } } },
    }),
  )
