import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../../platform/index.ts'
import { lastCheck } from './ledger/reconciler.ts'

export function stockMetrics({ db }: Platform, registry: Registry): void {
  new Gauge({
    registers: [registry],
    name: 'tradehall_stock_mismatches',
    help: 'Stock levels that differed from the sum of their postings at the last check; anything above 0 is a bug.',
    aggregator: 'max',
    async collect() {
      const { mismatches } = await lastCheck(db)
      this.set(mismatches)
    },
  })
  new Gauge({
    registers: [registry],
    name: 'tradehall_stock_repairs',
    help: 'Products whose flags differed from their stock at the last check and were written anew; anything above 0 is a bug.',
    aggregator: 'max',
    async collect() {
      const { repairs } = await lastCheck(db)
      this.set(repairs)
    },
  })
}
