/** The endpoints of brands to documents that are enclosed in parcels. */
import { joinProblems, type Problem, UUID } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { uuid } from '../../../domain/fields.ts'
import { badRequest, unprocessable } from '../../../domain/problems.ts'
import { listAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty } from '../../../http/operation.ts'
import {
  addMedia,
  deleteMediaOf,
  deleteMedium,
  documentProblems,
  listMedia,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaType,
  type UploadedDocument,
} from './media.ts'
import { medium, mediumWithContent } from './resources.ts'

const shared = { tag: 'Fulfillment', access: 'brand' } as const
const PATH = '/api/fulfillment/v1/media'
/** The maximum size of an upload: two documents of maximum size. */
const UPLOAD_BYTES = 2 * MAX_FILE_BYTES + 100_000

export function mediaRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: PATH,
    id: 'listMedia',
    summary: 'The documents of a master order',
    description: 'The files themselves come when `fields[media]` names `content`.',
    query: {
      resource: mediumWithContent,
      filters: {
        masterOrderUuid: { kind: 'one', schema: uuid(), description: 'The master order; needed.' },
      },
    },
    answers: [listAnswer(mediumWithContent, 'In the order in which they came.')],
    async handle({ db, actor }, { query }) {
      const { masterOrderUuid } = query.filter
      if (masterOrderUuid === undefined) {
        throw badRequest('Expected filter[masterOrderUuid], and saw none.', {
          parameter: 'filter[masterOrderUuid]',
        })
      }
      const asked = query.fields[medium.type]
      const withBytes = asked?.includes('content') ?? false
      const rows = await listMedia(db, brandOf(actor), masterOrderUuid, { withBytes })
      return asked ? document(mediumWithContent, rows) : document(medium, rows)
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: `${PATH}/upload`,
    id: 'uploadMedia',
    media: 'multipart',
    bodyLimit: UPLOAD_BYTES,
    summary: 'Upload documents of a master order',
    description: `PDF files of at most ${MAX_FILE_BYTES} bytes, ${MAX_FILES} for a master order: \`documents[0][file]\`, and beside it \`documents[0][type]\` and \`documents[0][uuid]\`, which makes a retry harmless. The order may come later.`,
    query: { resource: medium },
    documentedBody: Type.Object({
      masterOrderUuid: uuid('The master order that they go with.'),
      'documents[0][file]': Type.String({ format: 'binary', description: 'The file.' }),
      'documents[0][uuid]': Type.Optional(uuid('An id of your own.')),
      'documents[0][type]': Type.Optional(
        Type.Enum(['invoice', 'attachment'], { default: 'attachment', description: 'What it is.' }),
      ),
    }),
    answers: [{ status: 201, description: 'The documents.', resource: medium, many: true }],
    async handle(ctx, { parts }) {
      const upload = await readUpload(parts)
      return document(medium, await addMedia(ctx, brandOf(ctx.actor), upload), { status: 201 })
    },
  })

  http.operation({
    ...shared,
    method: 'DELETE',
    path: PATH,
    id: 'deleteMediaOfMasterOrder',
    summary: 'Delete the documents of a master order',
    description: 'All of them.',
    query: {
      parameters: { masterOrderUuid: { schema: uuid(), description: 'The master order; needed.' } },
    },
    answers: [{ status: 200, description: 'They are gone.', empty: true }],
    problems: [{ status: 404, description: 'It has none.' }],
    async handle({ db, actor }, { query }) {
      const { masterOrderUuid } = query.parameters
      if (masterOrderUuid === undefined) {
        throw badRequest('Expected masterOrderUuid, and saw none.', { parameter: 'masterOrderUuid' })
      }
      await deleteMediaOf(db, brandOf(actor), masterOrderUuid)
      return empty()
    },
  })

  http.operation({
    ...shared,
    method: 'DELETE',
    path: `${PATH}/{mediaUuid}`,
    id: 'deleteMedium',
    summary: 'Delete a document',
    description: 'One of another brand answers 403.',
    params: { mediaUuid: 'Id of the document.' },
    answers: [{ status: 200, description: 'It is gone.', empty: true }],
    async handle({ db, actor }, { params }) {
      await deleteMedium(db, brandOf(actor), params.mediaUuid)
      return empty()
    },
  })
}

const FIELD = /^documents\[(\d{1,3})\]\[(file|uuid|type)\]$/

async function readUpload(
  parts: FormData,
): Promise<{ masterOrderId: string; documents: UploadedDocument[] }> {
  const problems: Problem[] = []
  const masterOrderId = readUuid(parts.get('masterOrderUuid'))
  if (masterOrderId === undefined) {
    problems.push(unprocessable('Expected the uuid of a master order.', { pointer: 'masterOrderUuid' }))
  }
  const numbers = new Set<string>()
  for (const name of parts.keys()) {
    const [, number] = FIELD.exec(name) ?? []
    if (number !== undefined) numbers.add(number)
    else if (name !== 'masterOrderUuid')
      problems.push(unprocessable('There is no such field.', { pointer: pointerOf(name) }))
  }
  if (numbers.size === 0) {
    problems.push(
      unprocessable('Expected documents[0][file], and saw no document.', { pointer: 'documents' }),
    )
  }
  const documents = await Promise.all([...numbers].map((number) => readDocument(parts, number)))
  problems.push(...documents.flatMap((read) => read.problems))
  if (masterOrderId === undefined || problems.length > 0) throw joinProblems(problems)
  return { masterOrderId, documents: documents.flatMap((read) => read.document ?? []) }
}

/** UUIDs are stored in lower case. */
function readUuid(value: string | File | null): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined
}

/** Limits the length of a field name and removes characters that JSON or PostgreSQL reject. */
const pointerOf = (name: string) => name.slice(0, 100).toWellFormed().replaceAll('\0', '')

async function readDocument(
  parts: FormData,
  number: string,
): Promise<{ document?: UploadedDocument; problems: Problem[] }> {
  const at = `documents.${number}`
  const field = (name: string) => parts.get(`documents[${number}][${name}]`)
  const [file, id, type = 'attachment'] = [
    field('file'),
    field('uuid') ?? undefined,
    field('type') ?? undefined,
  ]
  const problems: Problem[] = []
  if (!(file instanceof File)) problems.push(unprocessable('Expected a file.', { pointer: `${at}.file` }))
  if (id !== undefined && readUuid(id) === undefined) {
    problems.push(unprocessable('Expected a uuid.', { pointer: `${at}.uuid` }))
  }
  if (type !== 'invoice' && type !== 'attachment') {
    problems.push(unprocessable('Expected invoice or attachment.', { pointer: `${at}.type` }))
  }
  if (problems.length > 0 || !(file instanceof File)) return { problems }
  const document: UploadedDocument = {
    id: readUuid(id ?? null),
    type: type as MediaType,
    filename: file.name.slice(0, 255).toWellFormed().replaceAll('\0', ''),
    bytes: Buffer.from(await file.arrayBuffer()),
    at,
  }
  return { document, problems: documentProblems(document) }
}
