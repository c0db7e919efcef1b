/** Declarations of attributes that most resources have. */
import { attribute, type Codec } from '@tradehall/jsonapi'
import { Type } from 'typebox'

export const createdAt = <C extends Codec>(codec: C) =>
  attribute<{ created_at: Date }, C>(codec, 'created_at', { description: 'When it was created.' })

export const updatedAt = <C extends Codec>(codec: C) =>
  attribute<{ updated_at: Date }, C>(codec, 'updated_at', { description: 'When it was changed last.' })

/** An attribute for a text column. */
export const textAttribute = <Column extends string>(example: string, column: Column, description: string) =>
  attribute<Record<Column, unknown>, ReturnType<typeof Type.String>, { description: string }>(
    Type.String({ examples: [example] }),
    column,
    { description },
  )
