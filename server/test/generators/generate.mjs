/**
 * Generates clients with the named generators: `generate.mjs <document> <folder> <generator>…`. Runs as a process of its own,
 * so that the generators do not occupy the memory of the test process.
 */
import { join } from 'node:path'

const [input, folder, ...generators] = process.argv.slice(2)

/** Each is loaded when it is used. */
const GENERATORS = {
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

for (const name of generators) await GENERATORS[name]()
