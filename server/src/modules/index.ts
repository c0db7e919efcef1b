/** The modules of the server. Each may use those before it, and none after it; a test holds this. */
import type { Config } from '../config.ts'
import type { Module } from '../module.ts'
import { billing } from './billing/index.ts'
import { brands } from './brands/index.ts'
import { catalog } from './catalog/index.ts'
import { general } from './general/index.ts'
import { identity } from './identity/index.ts'
import { ordering } from './ordering/index.ts'
import { sandboxOf } from './sandbox/index.ts'
import { shipping } from './shipping/index.ts'
import { stock } from './stock/index.ts'

const business: readonly Module[] = [stock, identity, general, brands, catalog, ordering, shipping, billing]

/** In production the sandbox does not exist: none of its routes, jobs or consumers. */
export const modulesFor = (mode: Config['mode']): readonly Module[] =>
  mode === 'sandbox' ? [...business, sandboxOf(business)] : business
