/** What test files share, made by the main process of the run when the first one asks for it. */
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { ResourceName, Resources } from './resource-makers.ts'

export async function shared<Name extends ResourceName>(name: Name): Promise<Resources[Name]> {
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    // On a connection of its own: one that is kept may be closed at the other end while it is used again.
    request({ socketPath: inject('resources'), path: `/${name}`, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  const { resource, failure } = (await json(answer)) as { resource: Resources[Name]; failure?: string }
  if (failure) throw new Error(`The ${name} for the tests could not be made:\n${failure}`)
  return resource
}
