import { problem } from '@tradehall/jsonapi'
import { addressRefused, conflict, notFound, pointTo } from '../../domain/problems.ts'

const alreadyOpen = problem(
  'OPERATION_ALREADY_OPEN',
  409,
  'Conflict',
  'Another operation of the brand is open: `meta.operationId`.',
)

export const operationOpen = (id: string) =>
  alreadyOpen(
    `The operation ${id} of this brand is open. Start it, or cancel it, before you create another one.`,
    { meta: { operationId: id } },
  )

const isNotOpen = problem(
  'OPERATION_NOT_OPEN',
  403,
  'Forbidden',
  'Products can be added to an operation only before it is started.',
)

export const notOpen = ({ id, status }: { id: string; status: string }) =>
  isNotOpen(`Products can be added to an operation while it is created; ${id} is ${status}.`)

const notStartable = problem(
  'OPERATION_STARTED',
  409,
  'Conflict',
  'The operation was started already, or has ended.',
)

export const cannotStart = ({ id, status }: { id: string; status: string }) =>
  notStartable(`An operation can be started while it is created; ${id} is ${status}.`)

export const onlyStarted = (status: string, at: string | undefined) =>
  conflict(
    `The only status that can be asked for is started; saw "${status}".`,
    pointTo(at, 'attributes.status'),
  )

const operationEnded = problem('OPERATION_ENDED', 409, 'Conflict', 'The operation has ended already.')

export const cannotCancel = ({ id, status }: { id: string; status: string }) =>
  operationEnded(`An operation can be cancelled before it has ended; ${id} is ${status}.`)

export const callbackRefused = (why: string, pointer: string) =>
  addressRefused(`This address cannot be called. ${why}`, { pointer })

export const resultsExpired = ({ id }: { id: string }) =>
  notFound(`The results of the operation ${id} are gone: they are kept for 30 days after its end.`)
