/** Parameters, bodies and answers that several operations have in common, each once among the components. */
import type { Json } from './print-schema.ts'

type Section = 'parameters' | 'requestBodies' | 'responses'

interface Offer {
  section: Section
  names: readonly string[]
  value: Json
  /** Filled in when it is known whether the value recurs. */
  place: Json
}

export interface Sharing {
  /**
   * Stands for the value until all operations are known. If it turns out to recur, it is called by the first of the
   * names that is free.
   */
  offer(section: Section, names: readonly string[], value: Json): Json
  /**
   * Puts the values, or references to them, where they were offered, and returns the components. Generators keep all
   * components in one namespace, so no name is given twice, and none of `taken`, which are those of other components.
   */
  settle(taken: Iterable<string>): Record<string, Record<string, Json>>
}

export function createSharing(): Sharing {
  const offers: Offer[] = []
  return {
    offer(section, names, value) {
      const place: Json = {}
      offers.push({ section, names, value, place })
      return place
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
  const [{ section, names, value, place }] = equal as readonly [Offer]
  if (equal.length === 1) {
    Object.assign(place, value)
    return
  }
  components[section] ??= {}
  const key = freeName(taken, names)
  taken.add(key)
  components[section][key] = value
  for (const { place } of equal) place.$ref = `#/components/${section}/${key}`
}

function freeName(taken: ReadonlySet<string>, names: readonly string[]): string {
  let name = names.find((each) => !taken.has(each))
  for (let number = 2; name === undefined; number++) {
    const numbered = `${names[0]}${number}`
    if (!taken.has(numbered)) name = numbered
  }
  return name
}
