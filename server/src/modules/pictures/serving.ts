/**
 * Serves the stored files of pictures. Addresses are made of the content, so an answer never changes: browsers and proxies keep
 * it for a year, and each process keeps those that were asked for last.
 */

import { notFound } from '../../domain/problems.ts'
import type { Http } from '../../http/http.ts'
import { STATIC_FILES } from '../../http/limits/limits.ts'
import type { Platform } from '../../platform/index.ts'
import { KeptFiles } from './kept-files.ts'
import { bytesOf } from './objects.ts'
import { PICTURES, readPicturePath } from './picture-paths.ts'
import { findFile } from './queries.ts'

/** Some five hundred pictures of a list, or two hundred of pages. */
const KEPT_BYTES = 16 * 1024 * 1024

export function servePictures({ app, platform }: Pick<Http, 'app' | 'platform'>): void {
  const kept = new KeptFiles(KEPT_BYTES)
  app.get(`${PICTURES}:brand/:file`, { config: { limit: STATIC_FILES } }, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const bytes = kept.get(path) ?? (await readFile(platform, path))
    if (!bytes) throw notFound('There is no such picture.')
    kept.set(path, bytes)
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Shops of retailers show it too. That it cannot be anything but a picture is said by the headers of all answers.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-type', 'image/webp')
        .send(bytes)
    )
  })
}

async function readFile(platform: Platform, path: string): Promise<Buffer | undefined> {
  const key = readPicturePath(path)
  const file = key && (await findFile(platform.db, key, key.width))
  return file && (await bytesOf(platform, key.brandId, file))
}
