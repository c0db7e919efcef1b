import { conflict, pointTo, unprocessable } from '../../domain/problems.ts'

export const urlRefused = (why: string, at: string | undefined) =>
  unprocessable(`This address cannot be called. ${why}`, pointTo(at, 'attributes.url'))

export const urlTaken = (id: string, at: string | undefined) =>
  unprocessable(
    `The application has a subscription to this address already: ${id}. Change its events instead.`,
    pointTo(at, 'attributes.url'),
  )

export const urlsDiffer = (at: string) =>
  unprocessable('url and webhookUrl are two names of one address, but differ.', pointTo(at, 'attributes.url'))

export const urlMissing = (at: string) =>
  unprocessable('Expected an address, but saw none.', pointTo(at, 'attributes.url'))

export const applicationMissing = (at: string) =>
  unprocessable(
    'Expected the application that the subscription belongs to, as a session has none.',
    pointTo(at, 'relationships.application'),
  )

export const eventEnded = (name: string, at: string | undefined, index: number) =>
  unprocessable(`Nobody is told of ${name} any more.`, pointTo(at, `attributes.events.${index}`))

export const eventUnknown = (name: string, names: readonly string[], at: string | undefined, index: number) =>
  unprocessable(
    `Expected one of ${names.join(', ')}, but saw "${name}".`,
    pointTo(at, `attributes.events.${index}`),
  )

export const tooManySubscriptions = (most: number, at: string | undefined) =>
  unprocessable(`An application may have ${most} subscriptions at most.`, pointTo(at))

export const notRunning = (id: string, why: string) =>
  conflict(`The subscription ${id} is ${why}, so nothing is sent. Resume it first.`)

export const secretUnreadable = (id: string) =>
  conflict(
    `The server cannot read the signing secret of the subscription ${id} any more, so nothing is sent. Rotate it first.`,
  )

export const attributesTooLarge = (most: number) =>
  unprocessable(`The attributes may have ${most} bytes as JSON at most.`, { pointer: 'data' })
