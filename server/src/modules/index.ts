/** The modules of the server. Each may use those before it, and none after it; a test holds this. */
import type { Config } from '../config.ts'
import { deprecatedGroups } from '../deprecated/index.ts'
import type { Module } from '../module.ts'
import { billing } from './billing/index.ts'
import { brands } from './brands/index.ts'
import { catalog } from './catalog/index.ts'
import { general } from './general/index.ts'
import { identity } from './identity/index.ts'
import { integrations } from './integrations/index.ts'
import { ordering } from './ordering/index.ts'
import { sandboxOf } from './sandbox/index.ts'
import { shipping } from './shipping/index.ts'
import { stock } from './stock/index.ts'
import { webhooksOf } from './webhooks/index.ts'

const trade: readonly Module[] = [
  stock,
  identity,
  general,
  brands,
  catalog,
  integrations,
  ordering,
  shipping,
  billing,
  ...deprecatedGroups,
]
const business: readonly Module[] = [...trade, webhooksOf(trade)]

/** In production the sandbox does not exist: none of its routes, jobs or consumers. */
export const modulesFor = (mode: Config['mode']): readonly Module[] =>
  mode === 'sandbox' ? [...business, sandboxOf(business)] : business
