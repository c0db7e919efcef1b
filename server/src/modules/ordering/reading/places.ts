/** Places in lists that no single row marks: entries of several tables, or rows that leave the list. */

/** When something happened or began, in microseconds, and its id. */
export interface Place {
  micros: number
  id: string
}

const CURSOR = /^(\d{1,16}),([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** How the cursors of such a list are declared. */
export const PLACE = { pattern: CURSOR, description: 'what `links.next` has' }

export const cursorOf = ({ micros, id }: Place) => `${micros},${id}`

export function placeIn(cursor: string | undefined): Place | undefined {
  const [, micros, id] = CURSOR.exec(cursor ?? '') ?? []
  return micros && id ? { micros: Number(micros), id } : undefined
}
