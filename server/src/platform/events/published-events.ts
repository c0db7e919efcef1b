/** The events that are published to subscribers: those of all modules that render a resource, under each of their names. */
import type { EventType } from './outbox.ts'

export interface PublishedEvents {
  /** Each event once, whatever number of names it has. */
  types: readonly EventType[]
  /** The names of all events, aliases included. */
  names: readonly string[]
  find(name: string): EventType | undefined
  /** False from the end date of an event on, and for unknown names. */
  isOpen(name: string, now: Date): boolean
}

export const namesOf = ({ name, twins }: EventType): string[] => [name, ...twins]

export const hasEnded = ({ endsAt }: EventType, now: Date): boolean => endsAt !== undefined && now >= endsAt

export function publishedEvents(modules: readonly { events?: readonly EventType[] }[]): PublishedEvents {
  const types = modules.flatMap(({ events = [] }) => events).filter(({ shows }) => shows !== null)
  const byName = new Map(types.flatMap((event) => namesOf(event).map((name) => [name, event] as const)))
  return {
    types,
    names: [...byName.keys()],
    find: (name) => byName.get(name),
    isOpen(name, now) {
      const event = byName.get(name)
      return event !== undefined && !hasEnded(event, now)
    },
  }
}
