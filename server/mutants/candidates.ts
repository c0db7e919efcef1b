/** What a mutation may change: rules, in TypeScript and in the SQL of tagged templates; no types, texts, messages or traces. */
import { parseSync } from 'rolldown/utils'

export interface Candidate {
  kind: string
  start: number
  end: number
  replacement: string
}

/** A node of the syntax tree, with all fields that are read here; each type of node has some of them. */
interface Node {
  type: string
  start: number
  end: number
  id: Node | null | undefined
  key: Node | undefined
  name: string | undefined
  operator: string
  value: unknown
  left: Node
  right: Node
  test: Node
  argument: Node | null
  expression: Node
  callee: Node
  object: Node
  property: Node
  optional: boolean
  computed: boolean | undefined
  elements: (Node | undefined)[]
  tag: Node
  quasi: Node
  expressions: Node[]
}

/** The places of a file that can be mutated. Mutants that do not parse are left out. */
export function candidatesIn(file: string, source: string): Candidate[] {
  const found: Candidate[] = []
  const visit = (node: Node, parent: Node | undefined) => {
    // Of the nodes of types, only those that wrap a value contain code.
    if (/^TS(?!As|NonNull|Satisfies)/.test(node.type) || isText(node, source)) return
    if (node.type === 'TaggedTemplateExpression') found.push(...inSql(node, source))
    found.push(...inNode(node, parent, source))
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parse(file, source), undefined)
  return found.filter(({ start, end, replacement }) => {
    const mutated = source.slice(0, start) + replacement + source.slice(end)
    return mutated !== source && parseSync(file, mutated).errors.length === 0
  })
}

/** The name of the function around a place, or of the next one outside if it has none; undefined outside of functions. */
export function functionAt(file: string, source: string, place: number): string | undefined {
  let name: string | undefined
  const visit = (node: Node, parent: Node | undefined) => {
    if (place < node.start || place >= node.end) return
    if (/^(Arrow)?Function/.test(node.type)) {
      name = (node.id ?? parent?.id ?? parent?.key ?? parent?.left)?.name ?? name
    }
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parse(file, source), undefined)
  return name
}

const parse = (file: string, source: string) => parseSync(file, source).program as unknown as Node

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof (value as Node | null)?.type === 'string' && typeof (value as Node).start === 'number'
  return Object.values(node).flat().filter(isNode)
}

/** Calls that describe or assert instead of deciding. */
const TEXTS =
  /^(await )?(\w+\.)*(invariant|problem|log|debug|info|warn|error|fatal|setAttributes?|addEvent|trace)\(/

const isText = ({ type, start, end }: Node, source: string) =>
  type === 'ImportDeclaration' || (/Call|Await|Statement$/.test(type) && TEXTS.test(source.slice(start, end)))

const OPERATORS: Record<string, [kind: string, replacement: string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
}
/** Methods whose calls can be removed without changing the type of the expression. */
const REMOVABLE = /^(filter|toSorted|sort|toReversed|slice|trim|toLowerCase|toUpperCase|catch|finally)$/
const SWAPPED: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' }

function inNode(node: Node, parent: Node | undefined, source: string): Candidate[] {
  const at = (kind: string, { start, end }: { start: number; end: number }, replacement: string) => [
    { kind, start, end, replacement },
  ]
  const text = source.slice(node.start, node.end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
    case 'LogicalExpression': {
      const { operator, left } = node
      const fallback = { start: left.end, end: node.end }
      if (operator === '??') return /\b(null|undefined)$/.test(text) ? [] : at('fallback', fallback, '')
      const [kind, replacement] = OPERATORS[operator] ?? []
      // Strings cannot be subtracted.
      if (!kind || !replacement || (operator === '+' && /['"`]/.test(text))) return []
      const start = source.indexOf(operator, left.end)
      return at(kind, { start, end: start + operator.length }, replacement)
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return [...at('condition', node.test, 'true'), ...at('condition', node.test, 'false')]
    case 'UnaryExpression':
      return node.operator === '!' ? at('negation', node, text.slice(1)) : []
    case 'Literal':
      if (typeof node.value === 'boolean') return at('boolean', node, String(!node.value))
      // Larger numbers are limits and durations, whose exact values need no test.
      if (typeof node.value !== 'number' || node.value > 999 || parent?.computed === false) return []
      return at('number', node, String(node.value + 1))
    case 'ExpressionStatement':
      return /^(Call|Await)/.test(node.expression.type) ? at('statement', node, ';') : []
    case 'ReturnStatement':
      return !node.argument && parent?.type === 'IfStatement' ? at('guard', node, ';') : []
    case 'CallExpression': {
      const { property, object } = node.callee
      if (!REMOVABLE.test(property?.name ?? '')) return []
      return at('method', { start: object.end, end: node.end }, '')
    }
    case 'MemberExpression': {
      const { property, object } = node
      const other = SWAPPED[property.name ?? '']
      if (other) return at('method', property, other)
      return node.optional ? at('optional', { start: object.end, end: property.start }, '.') : []
    }
    case 'ArrayExpression': {
      const [first, second] = node.elements
      const isList = first?.type === 'Literal' && second
      return isList ? at('element', { start: first.start, end: second.start }, '') : []
    }
    default:
      return []
  }
}

/** Texts of SQL that are mutated; a condition begins after one of the words in `isCondition`. */
const SQL: readonly [kind: string, text: RegExp, replacement: string][] = [
  ['boundary', /(?<=\s)<(?=\s)/g, '<='],
  ['boundary', /(?<=\s)<=(?=\s)/g, '<'],
  ['boundary', /(?<=\s)>(?=\s)/g, '>='],
  ['boundary', /(?<=\s)>=(?=\s)/g, '>'],
  ['equality', /(?<=\s)<>(?=\s)/g, '='],
  ['equality', /(?<=\s)=(?=\s)/g, '<>'],
  ['logic', /(?<!between \S+ )\band\b/g, 'or'],
  ['logic', /\bor\b/g, 'and'],
  ['condition', /(?<=\n\s*)and (?![^\n]* as )[^\n`]+/g, ''],
  ['condition', /\bis not null\b/g, 'is null'],
  ['condition', /\bis null\b/g, 'is not null'],
  ['negation', /\bnot (?!null|materialized)/g, ''],
  ['negation', /(?<!not )\bexists(?= \()/g, 'not exists'],
  ['boolean', /\btrue\b/g, 'false'],
  ['boolean', /\bfalse\b/g, 'true'],
  ['arithmetic', /(?<=\s)\+(?=\s)/g, '-'],
  ['arithmetic', /(?<=\s)-(?=\s)/g, '+'],
  ['arithmetic', /(?<!select )(?<=[\w)$] )\*(?= [\w($])/g, '/'],
  ['number', /(?<!select )(?<=[\s(])[0-9](?=[\s,)])/g, '2'],
  ['order', /\bdesc\b/g, 'asc'],
  ['order', /\basc\b/g, 'desc'],
  ['order', /(?<=\n\s*)order by [^\n`)]+/g, ''],
  ['method', /\bleast(?=\()/g, 'greatest'],
  ['method', /\bgreatest(?=\()/g, 'least'],
  ['method', /\bmin(?=\()/g, 'max'],
  ['method', /\bmax(?=\()/g, 'min'],
  ['lock', /\bfor (no key )?(update|share)( skip locked)?\b/g, ''],
  ['lock', / skip locked\b/g, ''],
  ['set', /\bleft join\b/g, 'join'],
  ['set', /\bunion all\b/g, 'union'],
  ['set', /\bdistinct (?!on|from)/g, ''],
  ['conflict', /\bon conflict [^\n`]*do nothing\b/g, ''],
]

function inSql(node: Node, source: string): Candidate[] {
  const { tag, quasi } = node
  if (!/(^|\.)(db|tx|sql)$/.test(source.slice(tag.start, tag.end))) return []
  // Replaces values and strings by letters of the same length, so that every match is SQL at its original position.
  let sql = source.slice(quasi.start, quasi.end)
  for (const { start, end } of quasi.expressions) {
    sql = sql.slice(0, start - quasi.start) + '$'.repeat(end - start) + sql.slice(end - quasi.start)
  }
  sql = sql.replaceAll(/'[^'\n]*'|--[^\n]*/g, (text) => '$'.repeat(text.length))
  return SQL.flatMap(([kind, text, replacement]) =>
    [...sql.matchAll(text)]
      .filter((match) => isBalanced(match[0]) && (match[0] !== '=' || isCondition(sql.slice(0, match.index))))
      .map((match) => {
        const start = quasi.start + match.index
        const isSame = match[0] === replacement
        return {
          kind: `sql ${kind}`,
          start,
          end: start + match[0].length,
          replacement: isSame ? '1' : replacement,
        }
      }),
  )
}

const isBalanced = (text: string) =>
  text.split('(').length === text.split(')').length && /^[^)]*(\(|$)/.test(text)

/** Elsewhere `=` is an assignment. */
const isCondition = (before: string) =>
  /\b(where|and|or|on|when|having|not|filter \()[^,]*$/.test(before) && !/\bset\s[^\n]*$/.test(before)
