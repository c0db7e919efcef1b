/** `npm run build`: writes the published package to `dist/`, from where `npm pack` and `npm publish` read it. */
import { join } from 'node:path'
import { buildPackage } from './package/build.ts'
import { ROOT } from './package/contents.ts'

await buildPackage(join(ROOT, 'dist'))
console.log('wrote dist/')
