/** `events`: lists the events that a server of this version publishes. Needs no server. */
import { EVENTS } from '../generated/events.ts'
import { type OutputOptions, print, printJson, styled } from '../terminal/printing.ts'

export function listEvents({ json = false }: OutputOptions): number {
  for (const { name, otherNames, meaning, endsAt } of EVENTS) {
    if (json) {
      printJson({ name, otherNames, meaning, endsAt })
      continue
    }
    const notes = [
      meaning,
      ...(otherNames.length > 0 ? [`Also as ${otherNames.join(', ')}.`] : []),
      ...(endsAt === null ? [] : [`Ends on ${endsAt.slice(0, 10)}.`]),
    ]
    print(`${styled('bold', name.padEnd(WIDTH))}  ${notes.join(' ')}`)
  }
  return 0
}

/** Length of the longest event name. */
const WIDTH = 'order.shipping_labels_generated_reverted'.length
