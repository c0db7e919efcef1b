/** The mapping of columns that a user chose last for sheets with the same columns, per account. */
import type { Headers } from '@tradehall/product-files'

const MAX_REMEMBERED = 20
const keyOf = (account: string) => `tradehall-import-columns-${account}`
const nameOf = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase()).join('\t')

type Remembered = Record<string, Headers>

export const rememberedColumns = (account: string, names: readonly string[]): Headers | undefined =>
  names.length > 0 ? read(account)[nameOf(names)] : undefined

export function rememberColumns(account: string, names: readonly string[], mapping: Headers): void {
  const { [nameOf(names)]: _old, ...others } = read(account)
  const kept = Object.entries(others).slice(-MAX_REMEMBERED + 1)
  try {
    localStorage.setItem(
      keyOf(account),
      JSON.stringify(Object.fromEntries([...kept, [nameOf(names), mapping]])),
    )
  } catch {
    // The browser stores nothing for this site.
  }
}

function read(account: string): Remembered {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Remembered
  } catch {
    return {}
  }
}
