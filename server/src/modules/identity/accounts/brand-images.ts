import type { Codec } from '@tradehall/jsonapi'
import { Type } from 'typebox'

/** The URLs of the images of a brand, by shape. */
export interface BrandImages {
  squared?: string | null
  rounded?: string | null
  large?: string | null
}

const picture = (form: string, description: string) =>
  Type.Union(
    [
      Type.String({
        format: 'uri',
        pattern: '^https?://[^/]',
        maxLength: 500,
        examples: [`https://cdn.tradehall.test/brands/alder-wick-${form}.jpg`],
      }),
      Type.Null(),
    ],
    { description },
  )

const members = {
  squared: picture('squared', 'As a square, or null.'),
  rounded: picture('rounded', 'With round corners, or null.'),
  large: picture('large', 'As wide as a page, or null.'),
}

/** As rendered: a missing image is null. */
export const brandImages: Codec<ReturnType<typeof Type.Object<typeof members>>> = {
  schema: Type.Object(members),
  encode: (value) => ({ squared: null, rounded: null, large: null, ...(value as BrandImages) }),
}

/** As set by the operator, who replaces all images together. */
export const brandImagesInput = Type.Partial(Type.Object(members), {
  additionalProperties: false,
  description: 'Pictures for the storefront. What is left out has no picture afterwards.',
})
