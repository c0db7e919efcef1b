/**
 * Reads an OpenAPI document from stdin and writes its TypeScript types to stdout. Runs as a process of its own, because the
 * generator loads a compiler that would stay in the memory of the caller.
 */
import { text } from 'node:stream/consumers'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { ANY_OTHER } from './open-values.ts'

const types = astToString(await openapiTypeScript(await text(process.stdin)))
// Members that the document does not have; their absence says the same, in a quarter less of text.
const absent =
  /^ +(?:get|put|post|delete|options|head|patch|trace|query|header|path|cookie|requestBody)\?: never;\n/gm
process.stdout.write(types.replaceAll(absent, '').replaceAll(`"${ANY_OTHER}"`, ANY_OTHER))
