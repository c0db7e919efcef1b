import { expect, test } from 'vitest'
import { END } from '../modules/ended/groups.ts'
import { eventType } from '../platform/events/outbox.ts'
import { ending } from './ending.ts'

test('every public event of a group must end with the group', () => {
  const group = (endsAt?: Date) => ({
    name: 'group',
    schemas: [],
    events: [
      eventType('group.made', { shows: 'order', meaning: 'It was made.', ...(endsAt && { endsAt }) }),
      eventType('group.noted', { meaning: 'Nobody outside is told of it.' }),
    ],
  })
  const replacement = 'Use something else.'
  expect(() => ending(group(), { replacement })).toThrow(
    'the event group.made must end at END, like its group group',
  )
  expect(ending(group(END), { replacement }).events).toHaveLength(2)
})
