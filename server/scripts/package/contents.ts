/** What the published package is made of, apart from the sources of the server. */
import { fileURLToPath } from 'node:url'

/** Of the repository, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Packages of this repository whose sources become part of the package, because they are not published. */
export const OWN_PACKAGES = [
  '@tradehall/client',
  '@tradehall/jsonapi',
  '@tradehall/kit',
  '@tradehall/pg-reader',
  '@tradehall/product-files',
]

/**
 * Modules that are bundled, because their packages are ten to thirty times as large as what the server uses of them: they
 * contain several builds of themselves. All are plain JavaScript that reads no files.
 */
export const BUNDLED_MODULES = ['@cantoo/pdf-lib', 'bwip-js', 'libphonenumber-js/min']

/** Packages of which the package contains single files (`assets.ts`). */
export const COPIED_PACKAGES = ['dejavu-fonts-ttf', '@scalar/fastify-api-reference']

/** Relative to `server/`, and at the same place in the package. */
export const COPIED_FILES = [
  'bin/*.cjs',
  'migrations/*.sql',
  'demo-pictures/webp/*.webp',
  'src/http/openapi/introduction/*.md',
  'src/modules/shipping/carriers/*.json',
]

/** Files of the kit that it reads; relative to the root of the repository, and at the same place in the package. */
export const KIT_FILES = ['packages/kit/package.json', 'packages/kit/templates/**/*.*']

/** Relative to the root of the repository, and at the same place in the package. The server serves some of them as guides. */
export const DOCUMENTS = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/**/*.md',
  'docs/{examples,samples}/*',
  'packages/{client,kit}/README.md',
  'deploy/Containerfile',
  'deploy/**/*.*',
]

/** A module may be a part of its package: `package/part`, or `@owner/package/part`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
