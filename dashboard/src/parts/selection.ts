import { useState } from 'react'

interface Selected<Row> {
  ids: ReadonlySet<string>
  rows: readonly Row[]
  select: (ids: ReadonlySet<string>) => void
}

/** What is selected of a list. Rows of other pages stay selected; those that were read again replace those of before. */
export function useSelection<Row extends { id: string }>(shown: readonly Row[] = []): Selected<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const known = new Map([...selected, ...shown.map((row) => [row.id, row] as const)])
  return {
    ids: new Set(selected.keys()),
    rows: [...selected.keys()].flatMap((id) => known.get(id) ?? []),
    select: (ids) => setSelected(new Map([...known].filter(([id]) => ids.has(id)))),
  }
}
