/** Collects the image URLs of entries and maps invalid images back to the fields that refer to them. */
import { createHash } from 'node:crypto'
import {
  type Entry,
  type Issue,
  isObject,
  isWebAddress,
  touchedMembers,
  variantField,
} from '@tradehall/product-files'
import type { BrandId } from '../../../platform/ids.ts'
import { withoutFragment } from '../../../platform/outbound/targets.ts'
import { ownPicture } from '../../pictures/index.ts'

interface ImageReference {
  field: string
  url: string
}

/** Whether the operation writes images. */
export function setsImages(operation: {
  operation_type: string
  source: string
  update_fields: readonly string[]
}): boolean {
  if (operation.operation_type !== 'update') return operation.operation_type === 'import'
  return touchedMembers(operation.source, operation.update_fields)?.has('images') ?? true
}

/** The distinct URLs to fetch. Malformed ones are left out, as schema validation reports them. */
export function imageUrls(brandId: BrandId, entries: readonly Entry[]): string[] {
  const urls = entries.flatMap(imageReferences).map(({ url }) => fetchedUrl(url))
  // A picture that is kept here needs no check, and a server may be unable to ask itself.
  return [...new Set(urls)].filter((url) => !ownPicture(brandId, url))
}

/** The same message for every cause, so that it reveals nothing about the network of the server. */
export function imageIssues(entry: Entry, invalid: ReadonlySet<string>): Issue[] {
  if (invalid.size === 0) return []
  return imageReferences(entry)
    .filter(({ url }) => invalid.has(fetchedUrl(url)))
    .map(({ field }) => ({
      field,
      reason: 'invalid_image',
      code: 'IMAGE_UNREACHABLE',
      message:
        'Expected the address of an image (JPEG, PNG, GIF, WebP, AVIF or BMP, up to 20 MB) that can be downloaded within 10 seconds, but got none.',
    }))
}

/** The hash of a URL as a database key, because a URL may exceed the size of an index entry. */
export const urlKey = (url: string): string => createHash('sha256').update(url).digest('base64url')

const fetchedUrl = (url: string): string => withoutFragment(new URL(url))

function imageReferences({ attributes }: Entry): ImageReference[] {
  if (!isObject(attributes)) return []
  const variants = Array.isArray(attributes.variants) ? attributes.variants : []
  return [
    ...listed([attributes.main_image], () => 'main_image'),
    ...referencesInList(attributes.images, 'images'),
    ...variants.flatMap((variant, i) =>
      isObject(variant) ? referencesInList(variant.images, variantField(i, 'images')) : [],
    ),
  ]
}

const referencesInList = (images: unknown, field: string): ImageReference[] =>
  Array.isArray(images)
    ? listed(
        images.map((image) => (isObject(image) ? image.url : undefined)),
        (i) => `${field}[${i}].url`,
      )
    : []

const listed = (urls: readonly unknown[], fieldAt: (i: number) => string): ImageReference[] =>
  urls.flatMap((url, i) => (typeof url === 'string' && isWebAddress(url) ? [{ field: fieldAt(i), url }] : []))
