import { problem } from '@tradehall/jsonapi'
import { conflict, notFound, pointTo, unprocessable } from '../../domain/problems.ts'

const alreadyOpen = problem('OPERATION_ALREADY_OPEN', 409, 'Conflict')

export const operationOpen = (id: string) =>
  alreadyOpen(
    `The operation ${id} of this brand is open. Start it, or cancel it, before you create another one.`,
    { meta: { operationId: id } },
  )

const isNotOpen = problem('OPERATION_NOT_OPEN', 403, 'Forbidden')

export const notOpen = ({ id, status }: { id: string; status: string }) =>
  isNotOpen(`Products can be added to an operation while it is created; ${id} is ${status}.`)

export const cannotStart = ({ id, status }: { id: string; status: string }) =>
  conflict(`An operation can be started while it is created; ${id} is ${status}.`)

export const onlyStarted = (status: string, at: string | undefined) =>
  conflict(
    `The only status that can be asked for is started; saw "${status}".`,
    pointTo(at, 'attributes.status'),
  )

export const cannotCancel = ({ id, status }: { id: string; status: string }) =>
  conflict(`An operation can be cancelled before it has ended; ${id} is ${status}.`)

export const callbackRefused = (why: string, pointer: string) =>
  unprocessable(`This address cannot be called. ${why}`, { pointer })

export const resultsExpired = ({ id }: { id: string }) =>
  notFound(`The results of the operation ${id} are gone: they are kept for 30 days after its end.`)
