import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../../platform/index.ts'
import { lastMismatches } from './ledger/reconciler.ts'

export function stockMetrics({ db }: Platform, registry: Registry): void {
  new Gauge({
    registers: [registry],
    name: 'tradehall_stock_mismatches',
    help: 'Stock levels that differed from the sum of their postings at the last check; anything above 0 is a bug.',
    aggregator: 'max',
    async collect() {
      this.set(await lastMismatches(db))
    },
  })
}
