/**
 * Moves parameters, responses and schemas of requests that several operations share into the components. Requests themselves
 * stay in their operations: a generator reads no media type of one that is referred to, and its client sends none.
 */
import type { Json } from './print-schema.ts'

type Section = 'parameters' | 'responses' | 'schemas'

interface Offer {
  section: Section
  names: readonly string[]
  value: Json
  /** The object in the document that becomes the value, or a reference to it. */
  placeholder: Json
}

export interface Sharing {
  /**
   * Returns a placeholder for the value until all operations are known. A value that recurs becomes a component under
   * the first name that is free.
   */
  offer(section: Section, names: readonly string[], value: Json): Json
  /**
   * Fills the placeholders with the values or with references, and returns the components. Generators put all components
   * into one namespace, so names are unique over all sections and differ from `taken`, the names of other components.
   */
  settle(taken: Iterable<string>): Record<string, Record<string, Json>>
}

export function createSharing(): Sharing {
  const offers: Offer[] = []
  return {
    offer(section, names, value) {
      const placeholder: Json = {}
      offers.push({ section, names, value, placeholder })
      return placeholder
    },
    settle(taken) {
      const components: Record<string, Record<string, Json>> = {}
      const names = new Set(taken)
      const groups = Map.groupBy(offers, ({ section, value }) => `${section} ${JSON.stringify(value)}`)
      for (const equal of groups.values()) settleGroup(equal, components, names)
      return components
    },
  }
}

function settleGroup(
  equal: readonly Offer[],
  components: Record<string, Record<string, Json>>,
  taken: Set<string>,
): void {
  const [{ section, names, value, placeholder }] = equal as readonly [Offer]
  if (equal.length === 1) {
    Object.assign(placeholder, value)
    return
  }
  components[section] ??= {}
  const key = freeName(taken, names)
  taken.add(key)
  components[section][key] = value
  for (const { placeholder } of equal) placeholder.$ref = `#/components/${section}/${key}`
}

function freeName(taken: ReadonlySet<string>, names: readonly string[]): string {
  let name = names.find((each) => !taken.has(each))
  for (let number = 2; name === undefined; number++) {
    const numbered = `${names[0]}${number}`
    if (!taken.has(numbered)) name = numbered
  }
  return name
}
