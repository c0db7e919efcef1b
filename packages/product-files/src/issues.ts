/** The issues of an entry in the form in which results list them. */
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

/** Longer than any path of the schema. The name of an unknown member is chosen by the client and has to be cut. */
const MAX_FIELD = 200

export function issueOf({ path, detail, missing }: Mistake): Issue {
  return (missing ? required : invalid)(fieldOf(path), detail)
}

/** Formats a path as `variants[2].ian`. */
export function fieldOf(path: readonly string[]): string {
  const text = path.reduce((before, step) => {
    if (/^\d+$/.test(step)) return `${before}[${step}]`
    return before === '' ? step : `${before}.${step}`
  }, '')
  return cutText(text === '' ? 'attributes' : text, MAX_FIELD)
}

export const variantField = (index: number, member: string) => `variants[${index}].${member}`
