/** All lessons, in the order in which they are explained. */
import type { Lesson } from '../lesson.ts'
import { catalog } from './catalog.ts'
import { conflicts } from './conflicts.ts'
import { deprecations } from './deprecations.ts'
import { offline } from './offline.ts'
import { orders } from './orders.ts'
import { pagination } from './pagination.ts'
import { practice } from './practice.ts'
import { retries } from './retries.ts'
import { shipping } from './shipping.ts'
import { stock } from './stock.ts'
import { tokens } from './tokens.ts'
import { tolerance } from './tolerance.ts'
import { webhooks } from './webhooks.ts'

// biome-ignore lint/suspicious/noExplicitAny: each has names and facts of its own.
export const LESSONS: readonly Lesson<any, any>[] = [
  tokens,
  retries,
  conflicts,
  pagination,
  tolerance,
  webhooks,
  offline,
  orders,
  shipping,
  stock,
  catalog,
  deprecations,
  practice,
]
