/** Parses the text of query parameters by a schema. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { compileUuids } from './uuids.ts'
import { choicesOf, describeExpected, viewOf } from './wording.ts'

/** Parses the text of a query parameter as a value of a schema; undefined if it is invalid. */
export interface TextValue {
  expected: string
  parse(text: string): string | number | boolean | undefined
}

/** It is compiled at its first use, because a server has hundreds of them, and most processes use few. */
export function compileText(schema: TSchema): TextValue {
  let compiled: TextValue | undefined
  const use = () => {
    compiled ??= compileNow(schema)
    return compiled
  }
  return {
    get expected() {
      return use().expected
    },
    parse: (text) => use().parse(text),
  }
}

function compileNow(schema: TSchema): TextValue {
  const validator = Compile(schema)
  const convert = converterFor(schema)
  const lowerUuids = compileUuids(schema)
  return {
    expected: describeExpected(schema),
    parse(text) {
      const value = text === '' ? undefined : convert(text)
      return value !== undefined && validator.Check(value) ? lowerUuids(value) : undefined
    },
  }
}

function converterFor(schema: TSchema): (text: string) => string | number | boolean | undefined {
  const choices = choicesOf(schema)
  if (choices?.length)
    return (text) => choices.find((choice) => String(choice) === text) as string | undefined
  switch (viewOf(schema).type) {
    case 'integer':
      return (text) => (/^-?\d{1,16}$/.test(text) ? toNumber(text) : undefined)
    case 'number':
      return (text) =>
        /^-?\d{1,25}(?:\.\d{1,25})?(?:e[+-]?\d{1,3})?$/i.test(text) ? toNumber(text) : undefined
    case 'boolean':
      return (text) => BOOLEANS.get(text)
    default:
      return (text) => text
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

// Adding zero turns -0 into 0, so that formatting the value and parsing it again returns the same value.
function toNumber(text: string): number {
  return Number(text) + 0
}
