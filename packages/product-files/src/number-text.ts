/**
 * Numbers as people and programs write them. Some separate decimals with a point and thousands with a comma, others the
 * other way round: 1.250 is ambiguous, while 0.250, 1250.000 and 1.25 can be read in one way only.
 */

export type Sign = '.' | ','

const SIGNS = { '.': 'point', ',': 'comma' }
const otherThan = (sign: string): Sign => (sign === '.' ? ',' : '.')

const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/
const PLAIN = /^-?\d+(?:([.,])\d+)?$/
/** Groups of three digits, and decimals behind the other sign. */
const GROUPED = /^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

export const isAmbiguous = (text: string): boolean => AMBIGUOUS.test(text)

/** `decimal` has a decimal point and no other sign; `sign` is what separates decimals, if the text shows it. */
export interface NumberText {
  decimal: string
  sign: Sign | undefined
}

/** Undefined if the text is no number, or ambiguous. */
export function readNumber(text: string): NumberText | undefined {
  if (isAmbiguous(text)) return undefined
  const plain = PLAIN.exec(text)
  if (plain) return { decimal: text.replace(',', '.'), sign: plain[1] as Sign | undefined }
  const [, thousands] = GROUPED.exec(text) ?? []
  if (thousands === undefined) return undefined
  const sign = otherThan(thousands)
  return { decimal: decimalOf(text, sign), sign }
}

/** The number if this sign separates decimals, and the other one thousands. */
export const decimalOf = (text: string, sign: Sign): string =>
  text.replaceAll(otherThan(sign), '').replace(sign, '.')

/** Says how an ambiguous text can be read, why that is unclear, and how to write each reading. */
export function describeAmbiguous(text: string, why?: string): string {
  const mark = markIn(text)
  const [decimal, whole] = [Number(decimalOf(text, mark)), decimalOf(text, otherThan(mark))]
  const readings = `${JSON.stringify(text)} is ${decimal} if the ${SIGNS[mark]} separates decimals, and ${whole} if it separates thousands`
  return `${readings}${why === undefined ? '' : `; ${why}`}. Write ${unambiguous(String(decimal))} or ${whole}.`
}

/** The two numbers that an ambiguous text may be, each as it can be written without a doubt. */
export function readingsOf(text: string): { text: string; decimal: string; whole: string } {
  const mark = markIn(text)
  const decimal = unambiguous(String(Number(decimalOf(text, mark))))
  return { text, decimal, whole: decimalOf(text, otherThan(mark)) }
}

const markIn = (text: string): Sign => (text.includes('.') ? '.' : ',')

export const describeSign = (sign: Sign): string => `the ${SIGNS[sign]} separates decimals`

/** With a zero more where decimals behind the point could be taken for thousands. */
export const unambiguous = (decimal: string): string =>
  isAmbiguous(decimal) && decimal.includes('.') ? `${decimal}0` : decimal
