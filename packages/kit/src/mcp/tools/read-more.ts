import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

export const readMore = defineTool({
  name: 'read_more',
  title: 'Read the next part of a result',
  description: 'Returns the next part of a long result, by the cursor at the end of the part before it.',
  input: Type.Object(
    { cursor: Type.String({ minLength: 1, maxLength: 50, description: 'Such as 3-20000.' }) },
    { additionalProperties: false },
  ),
  effect: 'reads',
  run: ({ cursor }, { texts }) => texts.continue(cursor),
})
