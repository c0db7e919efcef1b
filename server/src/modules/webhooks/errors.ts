import { problem } from '@tradehall/jsonapi'
import { addressRefused, pointTo, unprocessable } from '../../domain/problems.ts'

export const urlRefused = (why: string, at: string | undefined) =>
  addressRefused(`This address cannot be called. ${why}`, pointTo(at, 'attributes.url'))

const webhookExists = problem(
  'WEBHOOK_EXISTS',
  422,
  'Unprocessable Content',
  'The application has a webhook subscription with this address already: `meta.subscriptionId`.',
)

export const urlTaken = (id: string, at: string | undefined) =>
  webhookExists(
    `The application has a subscription to this address already: ${id}. Change its events instead.`,
    { ...pointTo(at, 'attributes.url'), meta: { subscriptionId: id } },
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

const eventHasEnded = problem(
  'EVENT_ENDED',
  422,
  'Unprocessable Content',
  'The event does not exist any more.',
)

export const eventEnded = (name: string, at: string | undefined, index: number) =>
  eventHasEnded(`Nobody is told of ${name} any more.`, pointTo(at, `attributes.events.${index}`))

export const eventUnknown = (name: string, names: readonly string[], at: string | undefined, index: number) =>
  unprocessable(
    `Expected one of ${names.join(', ')}, but saw "${name}".`,
    pointTo(at, `attributes.events.${index}`),
  )

const tooManyWebhooks = problem(
  'TOO_MANY_WEBHOOKS',
  422,
  'Unprocessable Content',
  'The application has as many webhook subscriptions as it may have.',
)

export const tooManySubscriptions = (most: number, at: string | undefined) =>
  tooManyWebhooks(`An application may have ${most} subscriptions at most.`, {
    ...pointTo(at),
    meta: { most },
  })

const webhookNotRunning = problem(
  'WEBHOOK_NOT_RUNNING',
  409,
  'Conflict',
  'The webhook subscription is paused or disabled.',
)

export const notRunning = (id: string, why: string) =>
  webhookNotRunning(`The subscription ${id} is ${why}, so nothing is sent. Resume it first.`)

const signingSecretUnreadable = problem(
  'SIGNING_SECRET_UNREADABLE',
  409,
  'Conflict',
  'The server cannot read the signing secret of the webhook subscription any more.',
)

export const secretUnreadable = (id: string) =>
  signingSecretUnreadable(
    `The server cannot read the signing secret of the subscription ${id} any more, so nothing is sent. Rotate it first.`,
  )

export const attributesTooLarge = (most: number) =>
  unprocessable(`The attributes may have ${most} bytes as JSON at most.`, { pointer: 'data' })
