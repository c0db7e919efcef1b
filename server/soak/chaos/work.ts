/** The data that the clients of a run share. */
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import type { Client } from './client.ts'
import type { Journal } from './journal.ts'

/** The demo brands, each with orders, stock, imports and receivers of its own. */
export const BRANDS = ['brand', 'otherBrand'] as const
export type BrandAccount = (typeof BRANDS)[number]

export interface Goods {
  /** Variants with plenty of stock, which are ordered. */
  ordered: readonly string[]
  /** Variants whose stock one client sets, and nobody orders. */
  counted: readonly string[]
}

export interface Work {
  client: Client
  journal: Journal
  credentials: SandboxCredentials
  goods: Readonly<Record<BrandAccount, Goods>>
  retailerIds: readonly string[]
  /** After the abort nothing more is begun or repeated. */
  until: AbortSignal
}

export const brandIdOf = ({ credentials }: Pick<Work, 'credentials'>, as: BrandAccount): string =>
  as === 'brand' ? credentials.brandId : credentials.otherBrand.brandId

export const oneOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
export const oneIn = (many: number): boolean => Math.random() * many < 1
