/** Assertions on HTTP responses. */
import { expect } from 'vitest'
import type { Answer } from './market.ts'

export const idsOf = ({ body }: Pick<Answer, 'body'>): string[] =>
  body.data.map(({ id }: { id: string }) => id)

export const pointersOf = ({ body }: Pick<Answer, 'body'>): (string | undefined)[] =>
  body.errors.map((error: { source?: { pointer?: string } }) => error.source?.pointer)

export const codesOf = ({ body }: Pick<Answer, 'body'>): (string | undefined)[] =>
  body.errors.map((error: { code?: string }) => error.code)

export function expectRefusedAt(answer: Answer, ...pointers: string[]): void {
  expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
}
