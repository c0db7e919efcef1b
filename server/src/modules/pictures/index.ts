import type { Module } from '../../module.ts'
import { picture } from './resources.ts'
import { pictureRoutes } from './routes.ts'

export { PictureRefused } from './picture-header.ts'
export {
  type Asked,
  imageAddress,
  ownPicture,
  picturePath,
  readPicturePath,
} from './picture-paths.ts'
export { fetchPicture, pictureId, saveConverted, storePicture } from './pictures.ts'
export { claimPictures, deleteUnused, listUnused, releasePictures } from './queries.ts'
export { WIDTHS } from './widths.ts'

export const pictures: Module = {
  name: 'pictures',
  schemas: ['pictures'],
  resources: [picture],
  routes: pictureRoutes,
}
