/** The data that the clients of a run share. */
import type { Client } from './client.ts'
import type { Journal } from './journal.ts'

interface Goods {
  /** Variants with plenty of stock, which are ordered. */
  ordered: readonly string[]
  /** Variants whose stock one client sets, and nobody orders. */
  counted: readonly string[]
}

/** With orders, stock, imports and receivers of its own. */
export interface Brand {
  /** The client knows its credentials by this name. */
  account: string
  id: string
  currency: string
  goods: Goods
}

export interface Work {
  client: Client
  journal: Journal
  brands: readonly Brand[]
  /** The retailer for whom there is a token. */
  ownRetailerId: string
  retailerIds: readonly string[]
  /** After the abort nothing more is begun or repeated. */
  until: AbortSignal
}

export const oneOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
export const oneIn = (many: number): boolean => Math.random() * many < 1
