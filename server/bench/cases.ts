/** What is measured. A new endpoint is one more entry of `cases`. */
import { JSON_API } from '@tradehall/jsonapi'
import { findUser } from '../src/modules/identity/queries.ts'
import type { Database } from '../src/platform/database.ts'
import { demoId } from '../src/platform/demo-id.ts'

export interface Case {
  name: string
  /** What is sent again and again. The token is that of the demo brand. */
  request: (token: string) => BenchRequest
  /** The statements of the endpoint without the server around them. */
  bare?: (db: Database) => Promise<unknown>
  /** The least share of the rate of `bare` that the endpoint must reach. */
  floor?: number
}

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

/** The most that the framework can do on this machine. It has a server of its own, and every run measures it. */
export const emptyHandler: Case = {
  name: 'empty handler',
  request: () => ({ method: 'GET', path: '/', headers: {} }),
}

export const cases: readonly Case[] = [
  {
    name: 'GET /api/v1/me/config',
    request: (token) => ({ method: 'GET', path: '/api/v1/me/config', headers: asClient(token) }),
    bare: (db) => findUser(db, demoId('user/alder-wick')),
  },
]

function asClient(token: string): Record<string, string> {
  return { accept: JSON_API, authorization: `Bearer ${token}` }
}
