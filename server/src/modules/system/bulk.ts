/** What operations on many jobs and on many events have in common. */
import { JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { rendered } from '../../http/operation.ts'
import type { Changed } from './queued-jobs.ts'

export const AT_ONCE = 'One request changes 1000 at most; `meta.remaining` says how many are left.'

/** `verb` is the member that counts what was changed. */
export const changedAnswer = (verb: 'retried' | 'discarded', skipped: string) =>
  ({
    answers: [
      {
        status: 200,
        description: 'How many.',
        contentType: JSON_API,
        schema: Type.Object({
          meta: Type.Object(
            {
              [verb]: Type.Integer({ examples: [12], description: `How many were ${verb}.` }),
              skipped: Type.Integer({ examples: [0], description: skipped }),
              remaining: Type.Integer({ examples: [0], description: 'How many others match.' }),
              matching: Type.Optional(
                Type.Integer({ examples: [12], description: 'In a dry run: how many match.' }),
              ),
            },
            { description: 'What was done.' },
          ),
        }),
      },
    ],
  }) as const

const metaDocument = (meta: object) => rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta }))

export const changedDocument = (verb: 'retried' | 'discarded', { changed, ...rest }: Changed) =>
  metaDocument({ [verb]: changed, ...rest })

export const countedDocument = (verb: 'retried' | 'discarded', matching: number) =>
  metaDocument({ [verb]: 0, skipped: 0, remaining: matching, matching })
