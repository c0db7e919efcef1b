/** What Home leads with, as it was chosen last in this browser. */
import { FIRSTS, type HomeSearch } from './search-parameters.ts'

const KEY = 'tradehall-home-first'

type First = NonNullable<HomeSearch['first']>

export function rememberedFirst(): First {
  const stored = localStorage.getItem(KEY)
  return FIRSTS.find((one) => one === stored) ?? 'orders'
}

export const rememberFirst = (first: First): void => localStorage.setItem(KEY, first)
