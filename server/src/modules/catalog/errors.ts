import { unprocessable } from '../../http/problems.ts'

export const endsBeforeStart = () =>
  unprocessable('A discount ends after it starts: endsAt must be later than startsAt.', {
    pointer: 'data.attributes.endsAt',
  })
