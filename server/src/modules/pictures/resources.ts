import { attribute, instantMicros, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, integerAttribute } from '../../domain/attributes.ts'
import { type Asked, imageAddress, picturePath } from './picture-paths.ts'
import type { PictureRow } from './queries.ts'
import { WIDTHS } from './widths.ts'

const address = (width: number) =>
  Type.String({
    format: 'uri',
    examples: [
      `https://api.example.test/pictures/0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01/5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914-${width}.webp`,
    ],
    description: `WebP, at most ${width} pixels wide.`,
  })

export const picture = resource<PictureRow>()({
  name: 'picture',
  type: 'pictures',
  accepts: ['picture'],
  description:
    'A picture that the marketplace keeps for a brand, for its products. Whoever has one of its addresses can see it; they never change and stay good for a year in caches.',
  attributes: {
    urls: attribute(
      Type.Object(
        {
          small: address(WIDTHS[0]),
          medium: address(WIDTHS[1]),
          large: address(WIDTHS[2]),
        },
        { title: 'PictureUrls' },
      ),
      ({ brand_id: brandId, id }, ctx) => {
        const at = (width: (typeof WIDTHS)[number]) =>
          imageAddress(ctx as Asked, picturePath({ brandId, id }, width))
        return { small: at(WIDTHS[0]), medium: at(WIDTHS[1]), large: at(WIDTHS[2]) }
      },
      { description: 'Where it is, in three sizes. It is never enlarged.' },
    ),
    width: integerAttribute(2400, 'width', 'Of the picture as it was sent, upright, in pixels.'),
    height: integerAttribute(1800, 'height', 'Of the picture as it was sent, upright, in pixels.'),
    createdAt: createdAt(instantMicros),
  },
})

export const fetchPictureBody = requestDocument(picture, {
  id: 'none',
  attributes: {
    url: Type.String({
      format: 'uri',
      pattern: '^https?://',
      maxLength: 2000,
      examples: ['https://images.example.test/beeswax-pillar.jpg'],
      description: 'Where the picture is now. It is downloaded once.',
    }),
  },
  required: ['url'],
})
