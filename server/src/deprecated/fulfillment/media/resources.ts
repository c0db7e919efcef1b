/** The resources of documents that are enclosed in parcels. */
import { attribute, instantSeconds, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, idAttribute, textAttribute } from '../../../domain/attributes.ts'
import type { MediaRow } from './media.ts'

const shared = { type: 'media', description: 'A document that goes with a parcel.' }

export const medium = resource<MediaRow>()({
  ...shared,
  name: 'medium',
  attributes: {
    masterOrderUuid: idAttribute('master_order_id', 'The master order that it goes with.'),
    originalFilename: textAttribute('invoice-88.pdf', 'filename', 'What the file was called.'),
    type: attribute(Type.Enum(['invoice', 'attachment']), 'type', { description: 'What it is.' }),
    createdAt: createdAt(instantSeconds),
  },
})

/** Includes the content of the file, which is rendered only if `fields[media]` names it. */
export const mediumWithContent = resource<MediaRow>()({
  ...shared,
  name: 'mediumWithContent',
  attributes: {
    ...medium.attributes,
    content: attribute(
      nullable(Type.String({ examples: ['JVBERi0xLjQK'] })),
      (row) => row.bytes?.toString('base64') ?? null,
      { description: 'The file; only when `fields[media]` names it.' },
    ),
    encoding: attribute(Type.Literal('base64'), () => 'base64', {
      description: 'How `content` is written; only when `fields[media]` names it.',
    }),
  },
})
