import type { Module } from '../../module.ts'
import { reconcileStockJob } from './jobs.ts'
import { availabilityFollower } from './ledger/availability.ts'
import { lotKeeper } from './ledger/lots.ts'
import { levelBreakdowns } from './ledger/reconciler.ts'
import { stockMetrics } from './metrics.ts'
import { stockLoaders } from './reading/loaders.ts'
import { stockLocation, stockLot, stockPosting, stockState, stockTransaction } from './resources.ts'
import { stockRoutes } from './routes.ts'

export { availabilityFollower, type Follower } from './ledger/availability.ts'
export type { Movement } from './ledger/ledger.ts'
export { lockedLevels } from './ledger/locked-levels.ts'
export { type Lot, type LotKeeper, type LotRow, lotKeeper } from './ledger/lots.ts'
export { MOVEMENT_TYPES, type MovementType } from './ledger/movement-types.ts'
export {
  type NewVariant,
  type Opening,
  openLevels,
  openLocation,
  opensOrderable,
} from './ledger/new-levels.ts'
export { setPackSizes } from './ledger/pack-sizes.ts'
export { type Breakdown, levelBreakdowns } from './ledger/reconciler.ts'
export { moveInWarehouse, type OrderMovement, release, reserve, ship } from './ledger/reservations.ts'
export { type SetOutcome, setStock } from './ledger/set-stock.ts'
export { analyzeStock } from './ledger/statistics.ts'
export type { StockChange, StockTarget } from './ledger/stock-change.ts'
export {
  openWarehouse,
  openWarehouseLevels,
  WAREHOUSE_COLUMNS,
  type WarehouseStatus,
} from './ledger/warehouse-levels.ts'

export const stock: Module = {
  name: 'stock',
  schemas: ['stock'],
  offers: [availabilityFollower, lotKeeper, levelBreakdowns],
  tags: { Stock: 'What is in stock, how it got there, and where it lies.' },
  resources: [stockState, stockPosting, stockTransaction, stockLocation, stockLot],
  loaders: stockLoaders,
  jobs: [reconcileStockJob],
  metrics: stockMetrics,
  routes: stockRoutes,
}
