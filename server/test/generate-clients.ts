/**
 * Generates clients with the named generators from the OpenAPI document of a running server: `generate-clients.ts <origin>
 * <folder> <generator>…`. Runs as a process of its own, so that the generators do not occupy the memory of the test process.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const [origin = '', folder = '', ...generators] = process.argv.slice(2)
const input = join(folder, 'openapi.json')
const answer = await fetch(`${origin}/openapi.json`)
await writeFile(input, await answer.text())

/** Each is loaded when it is used. */
const GENERATORS: Record<string, () => Promise<unknown>> = {
  async 'openapi-typescript'() {
    const { astToString, default: generate } = await import('openapi-typescript')
    const text = astToString(await generate(new URL(`file://${input}`)))
    await writeFile(join(folder, 'openapi-typescript.gen.ts'), text)
  },
  async orval() {
    const { generate } = await import('orval')
    await generate({
      input: { target: input },
      output: {
        target: join(folder, 'orval.gen.ts'),
        client: 'fetch',
        mode: 'single',
        baseUrl: { getBaseUrlFromSpecification: true },
      },
    })
  },
  async 'hey-api'() {
    const { createClient } = await import('@hey-api/openapi-ts')
    await createClient({
      input,
      output: { path: join(folder, 'hey-api.gen'), module: { extension: '.ts' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent', file: false },
    })
  },
  async 'swagger-typescript-api'() {
    const { generateApi } = await import('swagger-typescript-api')
    await generateApi({ input, output: folder, fileName: 'swagger-typescript-api.gen.ts', silent: true })
  },
}

for (const name of generators) await GENERATORS[name]?.()
