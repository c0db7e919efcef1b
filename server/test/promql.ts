/** What a PromQL expression reads, by the grammar of Prometheus itself. */
import { parser } from '@prometheus-io/lezer-promql'

export interface Selector {
  metric: string
  /** The labels by which it selects; values of a regular expression are its alternatives. */
  matchers: { label: string; values: string[]; isExact: boolean }[]
}

export interface ParsedQuery {
  selectors: Selector[]
  /** The labels by which results are grouped. */
  grouping: string[]
}

/** Throws if the expression is not valid. */
export function parseQuery(expression: string): ParsedQuery {
  const selectors: Selector[] = []
  const grouping: string[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${expression}`)
      if (type.name === 'VectorSelector')
        selectors.push({ metric: textOf('Identifier'), matchers: matchersOf(text) })
      if (type.name === 'GroupingLabels') grouping.push(...(text.match(/\w+/g) ?? []))
      function textOf(child: string): string {
        const found = node.getChild(child)
        return found ? expression.slice(found.from, found.to) : ''
      }
    },
  })
  return { selectors, grouping }
}

const matchersOf = (selector: string): Selector['matchers'] =>
  [...selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', operator, value = '']) => ({
    label,
    values: value.split('|'),
    isExact: operator === '=' || (operator === '=~' && /^[\w|-]+$/.test(value)),
  }))
