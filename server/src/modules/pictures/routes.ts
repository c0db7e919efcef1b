import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { missing } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import { createdAnswers, oneAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { URL_CHECK } from '../../http/limits/limits.ts'
import { type Ctx, createdDocument, type DocumentReply, document } from '../../http/operation.ts'
import { MAX_BYTES, MAX_PIXELS } from './limits.ts'
import { storageProblem } from './objects.ts'
import { ACCEPTED } from './picture-header.ts'
import { fetchPicture, refusedPicture, storePicture } from './pictures.ts'
import { findPicture, pictureExists } from './queries.ts'
import { fetchPictureBody, picture } from './resources.ts'
import { servePictures } from './serving.ts'

const PATH = '/api/v1/pictures'
const shared = { tag: 'Catalog', access: 'brand', query: { resource: picture } } as const

const TAKEN = `${ACCEPTED.replace(/^a /, '').replace('or', 'and')} files up to ${MAX_BYTES / 1024 / 1024} MB and ${MAX_PIXELS / 1e6} million pixels are taken, whatever they are called; what else a file contains, such as where a photograph was taken, is dropped. The same file is stored once for a brand. A picture is shown when products name it: see \`PATCH /api/v1/products/{product}/pictures\`. One that no product names is deleted some days later.`

const refused = {
  status: 422,
  description: 'It is not a picture that can be taken; the error says why.',
}
const busy = {
  status: 503,
  description: 'Too many pictures are being converted, or files cannot be stored at present; try again soon.',
}

export function pictureRoutes(http: Http): void {
  servePictures(http)
  const stored = async (ctx: Ctx, bytes: Buffer, pointer: string): Promise<DocumentReply> => {
    try {
      return createdDocument(picture, await storePicture(ctx, brandOf(ctx.actor), bytes))
    } catch (error) {
      throw storageProblem(refusedPicture(error, pointer), 'The picture cannot be stored at present.')
    }
  }
  const answers = createdAnswers(
    picture,
    'The picture.',
    'The brand has the same file already: the stored picture.',
  )

  http.operation({
    ...shared,
    method: 'POST',
    path: `${PATH}/upload`,
    id: 'uploadPicture',
    longRunning: true,
    support: 'write',
    media: 'multipart',
    bodyLimit: MAX_BYTES + 100_000,
    summary: 'Upload a picture',
    description: `A form with one field, \`file\`. ${TAKEN}`,
    documentedBody: Type.Object({
      file: Type.String({ format: 'binary', description: 'The picture.' }),
    }),
    answers,
    problems: [refused, busy],
    async handle(ctx, { parts }) {
      return await stored(ctx, await fileIn(parts), 'file')
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: PATH,
    id: 'fetchPicture',
    longRunning: true,
    support: 'write',
    summary: 'Store a picture that is on the web',
    description: `It is downloaded within the request, and the address is not asked again. ${TAKEN} Ten a minute; for many use an import.`,
    body: fetchPictureBody,
    answers,
    problems: [refused, busy],
    async handle(ctx, { body: { data }, count }) {
      const pointer = 'data.attributes.url'
      await count(URL_CHECK, ctx.actor.applicationId ?? ctx.actor.userId)
      const bytes = await fetchPicture(ctx.outbound, data.attributes.url).catch((error) => {
        throw refusedPicture(error, pointer)
      })
      return await stored(ctx, bytes, pointer)
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: `${PATH}/{picture}`,
    id: 'getPicture',
    summary: 'One picture',
    description: 'With its addresses. A picture of another brand answers 403.',
    params: { picture: 'Id of the picture.' },
    answers: [oneAnswer(picture, 'The picture.')],
    async handle({ db, actor }, { params: { picture: id } }) {
      const found = await findPicture(db, brandOf(actor), id)
      if (!found) throw missing('picture', id, { exists: await pictureExists(db, id) })
      return document(picture, found)
    },
  })
}

async function fileIn(parts: FormData): Promise<Buffer> {
  for (const name of parts.keys()) {
    if (name !== 'file') throw unprocessable('There is no such field.', { pointer: name.slice(0, 100) })
  }
  const [file, ...others] = parts.getAll('file')
  if (!file || others.length > 0 || typeof file === 'string') {
    throw unprocessable('Expected one file.', { pointer: 'file' })
  }
  return Buffer.from(await file.arrayBuffer())
}
