/** What can be subscribed to: the events of all modules that show a resource, under all of their names. */
import type { EventType } from '../../platform/outbox.ts'

export interface KnownEvents {
  /** Each once, by its first name. */
  list: readonly EventType[]
  /** All names. */
  names: readonly string[]
  find(name: string): EventType | undefined
  /** Whether subscribers are still told of it. */
  isOpen(name: string, now: Date): boolean
}

export const namesOf = ({ name, twins }: EventType): string[] => [name, ...twins]

export const hasEnded = ({ endsAt }: EventType, now: Date): boolean => endsAt !== undefined && now >= endsAt

export function knownEvents(declared: readonly EventType[]): KnownEvents {
  const list = declared.filter(({ shows }) => shows !== null)
  const byName = new Map(list.flatMap((event) => namesOf(event).map((name) => [name, event] as const)))
  return {
    list,
    names: [...byName.keys()],
    find: (name) => byName.get(name),
    isOpen(name, now) {
      const event = byName.get(name)
      return event !== undefined && !hasEnded(event, now)
    },
  }
}
