/** The modules of the server. Each may import those before it, and none after it; a test checks this. */
import type { Config } from './config.ts'
import { deprecatedGroups } from './deprecated/index.ts'
import type { Module } from './module.ts'
import { activityOf } from './modules/activity/index.ts'
import { billing } from './modules/billing/index.ts'
import { brands } from './modules/brands/index.ts'
import { catalog } from './modules/catalog/index.ts'
import { ended } from './modules/ended/index.ts'
import { general } from './modules/general/index.ts'
import { identity } from './modules/identity/index.ts'
import { integrations } from './modules/integrations/index.ts'
import { ordering } from './modules/ordering/index.ts'
import { overviewOf } from './modules/overview/index.ts'
import { pictures } from './modules/pictures/index.ts'
import { sandboxOf } from './modules/sandbox/index.ts'
import { shipping } from './modules/shipping/index.ts'
import { stock } from './modules/stock/index.ts'
import { systemOf } from './modules/system/index.ts'
import { webhooksOf } from './modules/webhooks/index.ts'
import { connectExtensions } from './platform/extension-points.ts'

const trade: readonly Module[] = [
  stock,
  identity,
  general,
  pictures,
  catalog,
  integrations,
  ordering,
  shipping,
  brands,
  billing,
  ended,
  ...deprecatedGroups,
]
const business: readonly Module[] = [
  ...trade,
  // These depend on what the modules before them declare.
  webhooksOf(trade),
]

/** The modules of a mode, with their extension points connected. */
export function modulesFor(mode: Config['mode']): readonly Module[] {
  // In production the sandbox does not exist: none of its routes, jobs or consumers.
  const served = mode === 'sandbox' ? [...business, sandboxOf(business)] : business
  const all = [...served, systemOf(served)]
  const modules = [...all, activityOf(all), overviewOf(all)]
  connectExtensions(modules)
  return modules
}
