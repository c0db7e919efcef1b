/** Metrics of this module. */
import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../../platform/index.ts'
import { carriersOf } from './carrier-list.ts'
import { isSuspended } from './carriers/collect-quotes.ts'

export function shippingMetrics({ config }: Platform, registry: Registry): void {
  new Gauge({
    registers: [registry],
    name: 'tradehall_carriers_left_out',
    help: 'API processes that leave a carrier out of quotes because it does not answer.',
    labelNames: ['carrier'],
    collect() {
      for (const [code, carrier] of carriersOf(config))
        this.set({ carrier: code }, Number(isSuspended(carrier)))
    },
  })
}
