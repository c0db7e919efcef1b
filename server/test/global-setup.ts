/**
 * Runs once before all tests, and makes nothing but a folder. What several test files share is made when the first of
 * them asks for it (`shared-resources.ts`), so that a test pays for what it uses.
 */
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { RESOURCES, type ResourceName } from './resource-makers.ts'
import { openRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The unix socket on which this process answers with shared resources. */
    resources: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await openRunFolder()
  // Test processes inherit it, so whatever a test leaves in the temporary folder goes with the run.
  process.env.TMPDIR = join(run.folder, 'tmp')
  // The account of the database enters it.
  await mkdir(process.env.TMPDIR, { mode: 0o711 })
  const closers: (() => Promise<void>)[] = []
  const made = new Map<string, Promise<unknown>>()
  const make = (name: string): Promise<unknown> => {
    const resource = made.get(name) ?? RESOURCES[name as ResourceName]({ folder: run.folder, closers })
    made.set(name, resource)
    return resource
  }
  const server = createServer((request, response) => {
    make(request.url?.slice(1) ?? '').then(
      (resource) => response.end(JSON.stringify({ resource })),
      (error: Error) => response.end(JSON.stringify({ failure: error.stack })),
    )
  })
  const socket = join(run.folder, 'resources')
  await new Promise<void>((listening) => server.listen(socket, listening))
  project.provide('resources', socket)
  return async () => {
    server.close()
    await Promise.allSettled(made.values())
    for (const close of closers.toReversed()) await close()
    await run.remove()
  }
}
