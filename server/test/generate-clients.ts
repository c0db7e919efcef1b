/**
 * Generates clients with four generators from the OpenAPI document of a running server: `generate-clients.ts <origin>
 * <folder>`. Runs as a process of its own, so that the generators do not occupy the memory of the test process.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { generate as orval } from 'orval'
import { generateApi as swaggerTypeScriptApi } from 'swagger-typescript-api'

const [origin = '', folder = ''] = process.argv.slice(2)
const input = join(folder, 'openapi.json')
const answer = await fetch(`${origin}/openapi.json`)
await writeFile(input, await answer.text())

await writeFile(
  join(folder, 'openapi-typescript.gen.ts'),
  astToString(await openapiTypeScript(new URL(`file://${input}`))),
)
await orval({
  input: { target: input },
  output: {
    target: join(folder, 'orval.gen.ts'),
    client: 'fetch',
    mode: 'single',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
})
await createClient({
  input,
  output: { path: join(folder, 'hey-api.gen'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
})
await swaggerTypeScriptApi({ input, output: folder, fileName: 'swagger-typescript-api.gen.ts', silent: true })
