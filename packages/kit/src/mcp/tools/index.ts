/** Every tool, in the order in which clients list them. */
import type { Tool } from '../tool.ts'
import { moveClock, readClock } from './clock.ts'
import { listDeliveries, readDelivery } from './deliveries.ts'
import { triggerEventTool } from './events.ts'
import { injectFault, listFaults, removeFaults } from './faults.ts'
import { listLessons, readVerdict, runLessonTool } from './lessons.ts'
import { readMore } from './read-more.ts'
import { readGuide, readOperation, searchOperations } from './reference.ts'
import { listRequests, readRequest } from './request-log.ts'
import { get, sendRequest } from './requests.ts'
import { resetSandbox } from './reset.ts'

export const TOOLS: readonly Tool[] = [
  searchOperations,
  readOperation,
  readGuide,
  get,
  sendRequest,
  listRequests,
  readRequest,
  listDeliveries,
  readDelivery,
  triggerEventTool,
  readClock,
  moveClock,
  listFaults,
  injectFault,
  removeFaults,
  resetSandbox,
  listLessons,
  runLessonTool,
  readVerdict,
  readMore,
]
