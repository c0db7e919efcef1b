import { problem } from '@tradehall/jsonapi'
import { unprocessable } from '../../domain/problems.ts'

const running = problem('JOB_RUNNING', 409, 'Conflict', 'The job runs at this moment.')

export const jobRuns = (id: string) =>
  running(`The job ${id} runs at this moment. Wait until it has ended, then look at it again.`)

const recurring = problem('JOB_RECURS', 409, 'Conflict', 'The job recurs, so it cannot be discarded.')

export const jobRecurs = (kind: string) =>
  recurring(
    `The job ${kind} recurs, so it cannot be discarded: its next run does the same work. Retry it, or leave it.`,
  )

const notFailed = problem('JOB_NOT_FAILED', 409, 'Conflict', 'Only jobs that have failed can be discarded.')

export const jobHasNotFailed = (id: string) =>
  notFailed(`The job ${id} has not failed. Only jobs that have failed can be discarded.`)

const notParked = problem('EVENT_NOT_PARKED', 409, 'Conflict', 'Only parked events can be discarded.')

export const eventIsNotParked = (id: string) =>
  notParked(`The event ${id} is not parked: it will be handed on. Only parked events can be discarded.`)

const behindAnother = problem(
  'EVENT_BEHIND_ANOTHER',
  409,
  'Conflict',
  'An earlier event of the same subject is parked.',
)

export const eventIsBehind = (id: string, earlier: string) =>
  behindAnother(
    `The event ${id} comes after the event ${earlier} of the same subject, which is parked too. Retry or discard that one first, so that consumers see them in order.`,
  )

export const nothingChosen = (name: string) =>
  unprocessable(`Expected ids or ${name}, to know which are meant, but saw neither.`, {
    pointer: 'data.attributes',
  })
