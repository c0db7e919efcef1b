import type { Module } from '../../module.ts'
import { reconcileStockJob } from './jobs.ts'
import { availabilityCopy } from './ledger/availability.ts'
import { lotProvider } from './ledger/lots.ts'
import { levelBreakdowns } from './ledger/reconciler.ts'
import { stockMetrics } from './metrics.ts'
import { bundleProvider } from './reading/bundles.ts'
import { stockLoaders } from './reading/loaders.ts'
import { stockLocation, stockLot, stockPosting, stockState, stockTransaction } from './resources.ts'
import { stockRoutes } from './routes.ts'
import { stockHistory, stockMovement } from './variant-resources.ts'
import { variantStockRoutes } from './variant-routes.ts'

export { type AvailabilityCopy, availabilityCopy } from './ledger/availability.ts'
export { type Movement, setBy } from './ledger/ledger.ts'
export { openLocation } from './ledger/locations.ts'
export { lockedLevels } from './ledger/movement-parts.ts'
export { isOrderableAtOpening, type NewLevel, type OpeningStock, openLevels } from './ledger/new-levels.ts'
export { setPackSizes } from './ledger/pack-sizes.ts'
export { type OrderMovement, release, reserve, ship } from './ledger/reservations.ts'
export { type SetStockOutcome, setStock } from './ledger/set-stock.ts'
export type { StockChange } from './ledger/set-stock-query.ts'
export { latestStockChange, stockChanges } from './reading/changes.ts'

export const stock: Module = {
  name: 'stock',
  schemas: ['stock'],
  offers: [availabilityCopy, lotProvider, bundleProvider, levelBreakdowns],
  tags: { Stock: 'What is in stock, how it got there, and where it lies.' },
  resources: [
    stockState,
    stockPosting,
    stockTransaction,
    stockLocation,
    stockLot,
    stockMovement,
    stockHistory,
  ],
  loaders: stockLoaders,
  jobs: [reconcileStockJob],
  metrics: stockMetrics,
  routes(http) {
    stockRoutes(http)
    variantStockRoutes(http)
  },
}
