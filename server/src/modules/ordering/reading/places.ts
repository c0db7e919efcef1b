/** Positions in lists in which no row can be the cursor: the entries are from several tables, or rows leave the list. */

/** When something happened or began, in microseconds, and its id. */
export interface Place {
  micros: number
  id: string
}

const CURSOR = /^(\d{1,16}),([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The declaration of the cursors of such a list. */
export const PLACE = { pattern: CURSOR, description: 'what `links.next` has' }

export const cursorOf = ({ micros, id }: Place) => `${micros},${id}`

export function placeIn(cursor: string | undefined): Place | undefined {
  const [, micros, id] = CURSOR.exec(cursor ?? '') ?? []
  return micros && id ? { micros: Number(micros), id } : undefined
}
