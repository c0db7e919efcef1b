/** The issues of an entry in the form in which results list them. */
import { cutText, type Mistake, type MistakeCode } from '@tradehall/jsonapi'
import type { Figures } from './bad-file.ts'

/** What else can be wrong than a value by itself. */
export type IssueCode =
  | MistakeCode
  | 'NOTHING_TO_CHANGE'
  | 'TEXT_FLAWED'
  | 'PRICE_MISSING'
  | 'STOCK_MISSING'
  | 'OPTIONS_MISSING'
  | 'OPTION_REPEATED'
  | 'OPTIONS_TAKEN'
  | 'SKU_TAKEN'
  | 'SKU_UNKNOWN'
  | 'CURRENCY_OF_ANOTHER_BRAND'
  | 'IMAGE_PLACE_TAKEN'
  | 'IMAGE_UNREACHABLE'
  | 'STOCK_NOT_COUNTED'
  | 'PRODUCT_UNKNOWN'
  | 'PRODUCT_DELETED'
  | 'VARIANT_DELETED'
  | 'VARIANT_INCOMPLETE'

export type Issue = {
  field: string
  reason: 'required_field' | 'invalid_field' | 'invalid_image'
  message: string
  code: IssueCode
  meta?: Figures
}

interface Kind {
  code: IssueCode
  meta?: Figures | undefined
}

const issue = (reason: Issue['reason'], field: string, message: string, { code, meta }: Kind): Issue => ({
  field,
  reason,
  message,
  code,
  ...(meta && { meta }),
})

export const required = (field: string, message: string, kind: Kind) =>
  issue('required_field', field, message, kind)
export const invalid = (field: string, message: string, kind: Kind) =>
  issue('invalid_field', field, message, kind)

/** Longer than any path of the schema. The name of an unknown member is chosen by the client and has to be cut. */
const MAX_FIELD = 200

export function issueOf({ path, detail, missing, code, meta }: Mistake): Issue {
  const figures = isShort(meta) ? (meta as Figures) : undefined
  return (missing ? required : invalid)(fieldOf(path), detail, { code, meta: figures })
}

/** A product can have thousands of issues, and each is stored: a long list of values would be most of it. */
const MAX_ALLOWED = 20

const isShort = (meta: Mistake['meta']): boolean =>
  !(meta && 'allowed' in meta && Array.isArray(meta.allowed) && meta.allowed.length > MAX_ALLOWED)

/** Formats a path as `variants[2].ian`. */
export function fieldOf(path: readonly string[]): string {
  const text = path.reduce((before, step) => {
    if (/^\d+$/.test(step)) return `${before}[${step}]`
    return before === '' ? step : `${before}.${step}`
  }, '')
  return cutText(text === '' ? 'attributes' : text, MAX_FIELD)
}

export const variantField = (index: number, member: string) => `variants[${index}].${member}`
