/** The modules of the server, in the order of the documentation. */
import type { Module } from '../module.ts'
import { billing } from './billing/index.ts'
import { brands } from './brands/index.ts'
import { catalog } from './catalog/index.ts'
import { general } from './general/index.ts'
import { identity } from './identity/index.ts'
import { operator } from './operator/index.ts'
import { ordering } from './ordering/index.ts'
import { sandbox } from './sandbox/index.ts'
import { stock } from './stock/index.ts'

export const modules: readonly Module[] = [
  identity,
  brands,
  catalog,
  stock,
  ordering,
  billing,
  general,
  operator,
  sandbox,
]
