/**
 * Sends a statement to the node of its brand in a database that is distributed with Citus. Citus runs a statement whose
 * common table expressions feed an insert in several steps, each of which takes part on every node. So its text is passed
 * to `platform.run_on_node`, which is run by the node that has the rows of the brand, on the tables that hold them there.
 */

export interface NodeStatementParts {
  /** The tables that Citus keeps on nodes, with their schemas. */
  tables: ReadonlySet<string>
  /** The names of the types of the parameters. */
  parameters: readonly string[]
  columns: readonly { name: string; type: string }[]
}

/** The call that runs a statement; its parameters are the brand, and the values of the statement as an array of texts. */
export function callOnNode(text: string, { tables, parameters, columns }: NodeStatementParts): string {
  const { template, used } = templateOf(text, tables, parameters)
  // A function that returns records needs a list of columns, even if there are no rows.
  const list =
    columns.map(({ name, type }) => `"${name.replaceAll('"', '""')}" ${type}`).join() || 'none boolean'
  return `select * from platform.run_on_node($1, ${quoted(`{${used.join()}}`)}, ${quoted(template)}, ${columns.length > 0}, $2) as rows (${list})`
}

/** A literal, a quoted name, a parameter, a percent sign, or a table (not its row type) and the word after it. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)|%|(?<!::)\b([a-z_]+\.[a-z_\d]+)\b(?!\.)(?=(\s+[a-z_]+)?)/gi
/** Words that follow a table without an alias. */
const NOT_AN_ALIAS =
  /^(on|using|where|set|values|select|with|default|overriding|join|inner|left|right|full|cross|group|having|order|limit|offset|for|union|except|intersect|returning|window|tablesample)$/i

/** The text as a format of PostgreSQL: `%1$s` stands for the first of the tables that it uses. */
function templateOf(
  text: string,
  tables: ReadonlySet<string>,
  parameters: readonly string[],
): { template: string; used: readonly string[] } {
  const used: string[] = []
  const template = text.replace(TOKENS, (token, parameter?: string, table?: string, next = '') => {
    if (parameter) return `($1[${parameter}])::${parameters[Number(parameter) - 1]}`
    if (!table || !tables.has(table)) return token.replaceAll('%', '%%')
    if (!used.includes(table)) used.push(table)
    const word = next.trim()
    const hasAlias = word !== '' && !NOT_AN_ALIAS.test(word)
    return `%${used.indexOf(table) + 1}$s${hasAlias ? '' : ` as ${table.split('.')[1]}`}`
  })
  return { template, used }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
