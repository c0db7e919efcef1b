/** Declarations of attributes that most resources have. */
import { attribute, type Codec, nullable } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { uuid } from './fields.ts'

export const createdAt = <C extends Codec>(codec: C) =>
  attribute<{ created_at: Date }, C>(codec, 'created_at', { description: 'When it was created.' })

export const updatedAt = <C extends Codec>(codec: C) =>
  attribute<{ updated_at: Date }, C>(codec, 'updated_at', { description: 'When it was changed last.' })

const described = <Column extends string, C extends Codec | TSchema>(
  codec: C,
  column: Column,
  description: string,
) => attribute<Record<Column, unknown>, C, { description: string }>(codec, column, { description })

/** An attribute for the id of another resource. */
export const idAttribute = <Column extends string>(column: Column, description: string) =>
  described(uuid(), column, description)

/** An attribute for a text column. */
export const textAttribute = <Column extends string>(example: string, column: Column, description: string) =>
  described(Type.String({ examples: [example] }), column, description)

export const textOrNullAttribute = <Column extends string>(
  example: string,
  column: Column,
  description: string,
) => described(nullable(Type.String({ examples: [example] })), column, description)

export const integerAttribute = <Column extends string>(
  example: number,
  column: Column,
  description: string,
) => described(Type.Integer({ examples: [example] }), column, description)

export const emailAttribute = <Column extends string>(example: string, column: Column, description: string) =>
  described(Type.String({ format: 'email', examples: [example] }), column, description)
