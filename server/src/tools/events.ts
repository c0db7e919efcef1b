/** `tradehall events`: lists the events that the modules of this version publish. Needs no server. */

import { type OutputOptions, print, printJson, styled } from '@tradehall/kit/printing'
import { modulesFor } from '../composition.ts'
import { publishedEvents } from '../platform/events/published-events.ts'

export function listEvents({ json = false }: OutputOptions): number {
  const { types } = publishedEvents(modulesFor('sandbox'))
  for (const { name, twins, meaning, endsAt } of types) {
    if (json) {
      printJson({ name, otherNames: twins, meaning, endsAt: endsAt?.toISOString() ?? null })
      continue
    }
    const notes = [
      meaning,
      ...(twins.length > 0 ? [`Also as ${twins.join(', ')}.`] : []),
      ...(endsAt ? [`Ends on ${endsAt.toISOString().slice(0, 10)}.`] : []),
    ]
    print(`${styled('bold', name.padEnd(WIDTH))}  ${notes.join(' ')}`)
  }
  return 0
}

/** Length of the longest event name. */
const WIDTH = 'order.shipping_labels_generated_reverted'.length
