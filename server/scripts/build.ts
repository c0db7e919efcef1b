/** `npm run build`: writes the published packages to `dist/` and `packages/kit/dist/`, from where `npm pack` reads them. */
import { join } from 'node:path'
import { buildKit, buildPackage } from './package/build.ts'
import { ROOT } from './package/contents.ts'

await buildPackage(join(ROOT, 'dist'))
await buildKit(join(ROOT, 'packages/kit/dist'))
console.log('wrote dist/ and packages/kit/dist/')
