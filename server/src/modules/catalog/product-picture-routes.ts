import { attribute, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import { ifUnchanged } from '../../domain/expected-version.ts'
import { orNull, uuid } from '../../domain/fields.ts'
import { idToChange } from '../../domain/ownership.ts'
import { returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import type { Transaction } from '../../platform/database.ts'
import { type Asked, imageAddress, picturePath, readPicturePath, WIDTHS } from '../pictures/index.ts'
import { byOrder, imagesOf, type StoredImage } from './images.ts'
import {
  findProductPictures,
  lockPicturesVersion,
  MAX_PICTURES,
  type ProductPicturesRow,
  picturesVersion,
  setProductPictures,
} from './product-pictures.ts'

const EXAMPLE_ID = '5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914'
const address = (description: string) =>
  Type.String({
    format: 'uri',
    examples: ['https://images.example.test/beeswax-pillar.jpg'],
    description,
  })
const MAX_TEXT = 500

export const productPictures = resource<ProductPicturesRow>()({
  name: 'productPictures',
  type: 'product-pictures',
  accepts: ['productPictures'],
  description:
    'The pictures of a product as its brand arranges them. Has the id of the product, whose `images` follow them.',
  attributes: {
    pictures: attribute(
      Type.Array(
        Type.Object(
          {
            picture: orNull(uuid(), {
              description: 'Id of the picture; null for one that is at an address elsewhere.',
            }),
            url: address('Where it is.'),
            smallUrl: address(`The same for lists, at most ${WIDTHS[0]} pixels wide where it is kept here.`),
            alternativeText: orNull(Type.String({ examples: ['A lit pillar candle on a tray'] }), {
              description: 'What is to be seen on it, for people who do not see it; null if nobody has told.',
            }),
          },
          { title: 'ProductPicture' },
        ),
        { description: 'In their order; the first one stands for the product.' },
      ),
      ({ images }, ctx) =>
        imagesOf({ images })
          .toSorted(byOrder)
          .map((image) => shownPicture(image, ctx as Asked)),
    ),
  },
})

function shownPicture({ url, alternativeText }: StoredImage, asked: Asked) {
  const shown = imageAddress(asked, url)
  const kept = readPicturePath(url)
  return {
    picture: kept?.id ?? null,
    url: shown,
    smallUrl: kept ? imageAddress(asked, picturePath(kept, WIDTHS[0])) : shown,
    alternativeText: alternativeText ?? null,
  }
}

const body = requestDocument(productPictures, {
  id: 'path',
  attributes: {
    pictures: Type.Array(
      Type.Object(
        {
          picture: Type.Optional(uuid('Id of a picture of the brand.')),
          url: Type.Optional(address('Of a picture that the product has now, instead of `picture`.')),
          alternativeText: Type.Optional(
            Type.String({
              maxLength: MAX_TEXT,
              examples: ['A lit pillar candle on a tray'],
              description: 'What is to be seen on it.',
            }),
          ),
        },
        { description: 'A picture.' },
      ),
      {
        maxItems: MAX_PICTURES,
        description: 'All of them, in their order. Those that are left out are removed.',
      },
    ),
  },
  required: ['pictures'],
})

const shared = {
  tag: 'Catalog',
  access: 'brand',
  path: '/api/v1/products/{product}/pictures',
  params: { product: 'Id of the product.' },
} as const

export function productPictureRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    id: 'getProductPictures',
    summary: 'The pictures of a product',
    description: 'With their alternative texts, which `images` of the product does not have.',
    ...returnsOne(productPictures, 'The pictures.'),
    async handle({ db, actor }, { params: { product: id } }) {
      const found = await findProductPictures(db, brandOf(actor), id)
      return document(productPictures, found, { version: picturesVersion(found) })
    },
  })

  http.operation({
    ...shared,
    method: 'PATCH',
    id: 'updateProductPictures',
    support: 'write',
    summary: 'Arrange the pictures of a product',
    description: `Replaces all of them: to add, to remove and to put them in another order. At most ${MAX_PICTURES}. Variants inherit them, before pictures of their own. Upload new ones first.`,
    ...returnsOne(productPictures, 'The pictures as they are now.'),
    body,
    bodyExample: {
      data: {
        type: 'product-pictures',
        attributes: {
          pictures: [{ picture: EXAMPLE_ID, alternativeText: 'A lit pillar candle on a tray' }],
        },
      },
    },
    conditional: true,
    async handle(ctx, { params: { product }, body: { data }, ifMatch }) {
      const brandId = brandOf(ctx.actor)
      const id = idToChange(product, data.id)
      const lock = (tx: Transaction) => lockPicturesVersion(tx, brandId, id)
      const changed = await ifUnchanged(ctx, ifMatch, lock, (work) =>
        setProductPictures(work, brandId, id, data.attributes.pictures, 'data.attributes.pictures'),
      )
      return document(productPictures, changed)
    },
  })
}
