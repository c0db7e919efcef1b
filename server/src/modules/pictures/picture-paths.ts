/**
 * The addresses of pictures. Rows of the catalog hold the path alone, because which host leads to this server depends on who
 * asks; an answer has the whole address.
 */
import { UUID } from '@tradehall/jsonapi'
import type { Config } from '../../config.ts'
import type { BrandId } from '../../platform/ids.ts'
import { LARGEST, WIDTHS, type Width } from './widths.ts'

export const PICTURES = '/pictures/'

export interface PictureKey {
  brandId: BrandId
  id: string
}

/** Of the largest file of a picture; that of another width differs in the width alone. */
export const picturePath = ({ brandId, id }: PictureKey, width: Width = LARGEST): string =>
  `${PICTURES}${brandId}/${id}-${width}.webp`

const FILE = /^([\da-f-]{36})-(\d{3,4})\.webp$/

/** Undefined for what is no path of a picture. */
export function readPicturePath(path: string): (PictureKey & { width: Width }) | undefined {
  if (!path.startsWith(PICTURES)) return undefined
  const [brandId = '', file = '', ...more] = path.slice(PICTURES.length).split('/')
  const [, id = '', digits = ''] = FILE.exec(file) ?? []
  const width = WIDTHS.find((width) => String(width) === digits)
  if (!UUID.test(brandId) || !UUID.test(id) || width === undefined || more.length > 0) return undefined
  return { brandId, id, width }
}

/** What an answer knows of how it was asked for. */
export interface Asked {
  publicUrl: string
  config: Pick<Config, 'cdnUrl'>
}

/** The whole address of an image as a row of the catalog has it: a path, or an address elsewhere. */
export const imageAddress = ({ config, publicUrl }: Asked, url: string): string =>
  url.startsWith('/') ? (config.cdnUrl ?? publicUrl) + url : url

/**
 * The path of a picture of this brand that an address leads to, whatever its host: what was read here can be sent back.
 * Undefined for any other address.
 */
export function ownPicture(brandId: BrandId, url: string): PictureKey | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  const found = readPicturePath(pathname.slice(Math.max(0, pathname.lastIndexOf(PICTURES))))
  return found?.brandId === brandId ? found : undefined
}
