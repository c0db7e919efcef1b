import { conflict, unprocessable } from '../../domain/problems.ts'

export const jobRuns = (id: string) =>
  conflict(`The job ${id} runs at this moment. Wait until it has ended, then look at it again.`)

export const jobRecurs = (kind: string) =>
  conflict(
    `The job ${kind} recurs, so it cannot be discarded: its next run does the same work. Retry it, or leave it.`,
  )

export const jobHasNotFailed = (id: string) =>
  conflict(`The job ${id} has not failed. Only jobs that have failed can be discarded.`)

export const eventIsNotParked = (id: string) =>
  conflict(`The event ${id} is not parked: it will be handed on. Only parked events can be discarded.`)

export const eventIsBehind = (id: string, earlier: string) =>
  conflict(
    `The event ${id} comes after the event ${earlier} of the same subject, which is parked too. Retry or discard that one first, so that consumers see them in order.`,
  )

export const nothingChosen = (name: string) =>
  unprocessable(`Expected ids or ${name}, to know which are meant, but saw neither.`, {
    pointer: 'data.attributes',
  })
