import type { Module } from '../../module.ts'
import { loosenAll } from './object-queries.ts'
import { deleteLooseJob, looseUntil } from './objects.ts'
import type { printedPictures as PrintPictures } from './printing.ts'
import { picture } from './resources.ts'
import { pictureRoutes } from './routes.ts'

export { deletePictures } from './objects.ts'
export { PictureRefused } from './picture-header.ts'
export {
  type Asked,
  imageAddress,
  ownPicture,
  picturePath,
  readPicturePath,
} from './picture-paths.ts'
export { fetchPicture, pictureId, saveConverted, storePicture } from './pictures.ts'
export { claimPictures, listUnused, releasePictures } from './queries.ts'
export { WIDTHS } from './widths.ts'

/** Loaded on first use: few processes print pictures, and its codecs need some megabytes. */
export const printedPictures = async (...asked: Parameters<typeof PrintPictures>) =>
  (await import('./printing.ts')).printedPictures(...asked)

export const pictures: Module = {
  name: 'pictures',
  schemas: ['pictures'],
  resources: [picture],
  routes: pictureRoutes,
  jobs: [deleteLooseJob],
  beforeReset: (tx, now) => loosenAll(tx, looseUntil(now)),
}
