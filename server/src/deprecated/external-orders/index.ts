import type { Module } from '../../module.ts'
import { externalOrderEvents } from './events.ts'

export const externalOrders: Module = {
  name: 'external-orders',
  schemas: [],
  events: Object.values(externalOrderEvents),
}
