/** What the client library has to know of operations while it runs, from the OpenAPI document. */
import { type DescribedOperation, type Methods, type OpenApiDocument, resolve } from '@tradehall/kit/openapi'

const HEADER =
  '/** Facts about operations, written by `npm run generate`. Change the operations of the server. */\n'

export function printClientOperations(document: OpenApiDocument): string {
  const paths = Object.entries(document.paths)
  const withId = paths.filter(([path, { post }]) => post && !isAction(path) && takesId(post, document))
  const others = paths.filter((each) => each[1].post && answersTwice(each[1].post) && !withId.includes(each))
  const readable = paths.flatMap(([path, methods]) => readableForm(path, methods, document))
  const pathsOf = (listed: typeof paths) => listed.map(([path]) => path)
  return [
    HEADER,
    printSet('Paths to which a `POST` takes an id from the client.', 'POSTS_WITH_ID', pathsOf(withId)),
    printSet(
      'Paths to which a `POST` may be repeated: the second one answers with what the first one made.',
      'REPEATABLE_POSTS',
      pathsOf(others),
      'POSTS_WITH_ID',
    ),
    printSet(
      'Paths of single resources whose writes can conflict with their state.',
      'READABLE_PATHS',
      readable,
    ),
  ].join('\n')
}

/** With `base`, the set has all of that other one. */
function printSet(comment: string, name: string, paths: readonly string[], base?: string): string {
  const lines = [...new Set(paths)].sort().map((path) => `  '${path}',\n`)
  if (base !== undefined) lines.unshift(`  ...${base},\n`)
  return `/** ${comment} */\nexport const ${name}: ReadonlySet<string> = new Set([\n${lines.join('')}])\n`
}

/** Operations that answer both 201 and 200 create once, and answer with the existing resource afterwards. */
const answersTwice = ({ responses }: DescribedOperation) => '200' in responses && '201' in responses

/** The body of an action may repeat the id of the resource in the path. */
const isAction = (path: string) => path.includes('/-actions/')

function takesId({ requestBody }: DescribedOperation, document: OpenApiDocument): boolean {
  const [media] = Object.values(requestBody ? resolve(document, requestBody).content : {})
  const { data } = (media && resolve(document, media.schema).properties) ?? {}
  return data !== undefined && resolve(document, data).properties?.id !== undefined
}

/** The path of the resource that a conflicting write is about: all up to the last parameter, if it can be read. */
function readableForm(path: string, methods: Methods, document: OpenApiDocument): string[] {
  const conflicts = Object.entries(methods).some(
    ([method, operation]) => method !== 'get' && operation && '409' in operation.responses,
  )
  const resource = path.slice(0, path.lastIndexOf('}') + 1)
  const readable = document.paths[resource]?.get
  return conflicts && resource !== '' && readable ? [resource] : []
}
