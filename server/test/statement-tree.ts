/** Walks through the tree of a statement, as the parser of PostgreSQL makes it. */

// biome-ignore lint/suspicious/noExplicitAny: the tree of the parser; its nodes are objects with one member, their type.
export type Node = any

export function references(node: Node): string[][] {
  const found: string[][] = []
  walk(node, (type, inner) => {
    if (type === 'ColumnRef') found.push(fieldsOf(inner))
    return true
  })
  return found
}

export function conjuncts(condition: Node, into: Node[]): void {
  if (!condition) return
  if (condition.BoolExpr?.boolop === 'AND_EXPR')
    for (const part of condition.BoolExpr.args) conjuncts(part, into)
  else into.push(condition)
}

export const fieldsOf = ({ fields }: Node): string[] => fields.map((field: Node) => field.String?.sval ?? '*')

export const functionName = ({ funcname }: Node): string => {
  const parts: string[] = funcname.map(({ String: { sval } }: Node) => sval)
  return parts[0] === 'graphile_worker' ? parts.join('.') : (parts.at(-1) as string)
}

export function callsIn(node: Node): string[] {
  const found: string[] = []
  walk(node, (type, inner) => {
    if (type === 'FuncCall') found.push(functionName(inner))
    return true
  })
  return found
}

/** The last part of the name of every column, outside of subqueries. */
export function columnsIn(node: Node): string[] {
  const found: string[] = []
  walk(node, (type, inner) => {
    if (type === 'SubLink') return false
    if (type === 'ColumnRef') found.push(fieldsOf(inner).at(-1) as string)
    return true
  })
  return found
}

/** The subqueries of an expression, without those inside of them. */
export function subqueriesIn(node: Node): Node[] {
  const found: Node[] = []
  walk(node, (type, inner) => {
    if (type !== 'SubLink') return true
    found.push(inner)
    return false
  })
  return found
}

export function relationsIn(node: Node): Node[] {
  const found: Node[] = []
  walk(node, (type, inner) => {
    if (type === 'RangeVar') found.push(inner)
    return true
  })
  return found
}

/** Visits the nodes of a tree; `visit` says whether to go on inside. */
export function walk(node: Node, visit: (type: string, node: Node) => boolean): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node !== null && typeof node === 'object') {
    for (const [type, inner] of Object.entries(node)) {
      const isNode = /^[A-Z]/.test(type) && inner !== null && typeof inner === 'object'
      if (!isNode || visit(type, inner)) walk(inner, visit)
    }
  }
}
