/** The placeholders of `certify.json`, such as `{port}` and `{order}`. */
export type Values = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{(\w+)\}/g

/** Replaces the known placeholders of a text; other braces stay. */
export const fillText = (text: string, values: Values): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (name in values ? asText(values[name]) : whole))

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A text that is nothing but a placeholder becomes the value itself, so that numbers and lists stay what they are. */
export function fillJson(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const name = /^\{(\w+)\}$/.exec(template)?.[1]
    return name !== undefined && name in values ? values[name] : fillText(template, values)
  }
  if (Array.isArray(template)) return template.map((each) => fillJson(each, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, fillJson(each, values)]))
}

export const hasPlaceholder = (text: string, name: string): boolean => text.includes(`{${name}}`)
