/** What is wrong with an entry, as results tell it. */
import { cutText, type Mistake } from '@tradehall/jsonapi'

export type Issue = {
  field: string
  reason: 'required_field' | 'invalid_field' | 'invalid_image'
  message: string
}

export const required = (field: string, message: string): Issue => ({
  field,
  reason: 'required_field',
  message,
})
export const invalid = (field: string, message: string): Issue => ({
  field,
  reason: 'invalid_field',
  message,
})

/** More than the longest path of the payload; the name of an unknown member may be anything. */
const MAX_FIELD = 200

export function issueOf({ path, detail, missing }: Mistake): Issue {
  return (missing ? required : invalid)(fieldOf(path), detail)
}

/** `variants[2].ian` */
export function fieldOf(path: readonly string[]): string {
  const text = path.reduce((before, step) => {
    if (/^\d+$/.test(step)) return `${before}[${step}]`
    return before === '' ? step : `${before}.${step}`
  }, '')
  return cutText(text === '' ? 'attributes' : text, MAX_FIELD)
}

export const variantField = (index: number, member: string) => `variants[${index}].${member}`
