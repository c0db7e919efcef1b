/** Attributes that most resources have, declared once. */
import { attribute, type Codec } from '@tradehall/jsonapi'

export const createdAt = <C extends Codec>(codec: C) =>
  attribute<{ created_at: Date }, C>(codec, 'created_at', { description: 'When it was created.' })

export const updatedAt = <C extends Codec>(codec: C) =>
  attribute<{ updated_at: Date }, C>(codec, 'updated_at', { description: 'When it was changed last.' })
