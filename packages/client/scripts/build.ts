/**
 * `npm run build -w packages/client [folder]`: plain JavaScript with types, for `import` and for `require`, as a package that
 * can be published. The repository itself uses the sources, so nothing depends on a build.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('../', import.meta.url))
const COMPILER = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const target = process.argv[2] ?? join(HERE, 'dist')

const FORMATS = [
  { folder: 'esm', type: 'module', module: 'nodenext' },
  { folder: 'cjs', type: 'commonjs', module: 'commonjs' },
] as const

rmSync(target, { recursive: true, force: true })
for (const { folder, type, module } of FORMATS) {
  const output = join(target, folder)
  // Comments are for editors, which read them from the types; programs load the rest.
  compile(module, output, { declaration: true, emitDeclarationOnly: true })
  compile(module, output, { removeComments: true })
  // Node decides by the nearest package.json how files that end in .js are loaded.
  writeFileSync(join(output, 'package.json'), `${JSON.stringify({ type })}\n`)
}
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
cpSync(join(HERE, 'README.md'), join(target, 'README.md'))
cpSync(join(HERE, '../../LICENSE'), join(target, 'LICENSE'))

function compile(module: string, outDir: string, options: object): void {
  const config = {
    extends: join(HERE, '../../tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      module,
      moduleResolution: module === 'commonjs' ? 'bundler' : 'nodenext',
      // The sources have the syntax of modules, from which CommonJS is made.
      verbatimModuleSyntax: module !== 'commonjs',
      rewriteRelativeImportExtensions: true,
      // `npm run types` has checked the same sources.
      noCheck: true,
      rootDir: join(HERE, 'src'),
      outDir,
      ...options,
    },
    files: [join(HERE, 'src/index.ts')],
    include: [],
  }
  mkdirSync(outDir, { recursive: true })
  const path = join(outDir, 'tsconfig.json')
  writeFileSync(path, JSON.stringify(config))
  execFileSync(COMPILER, ['--project', path], { stdio: 'inherit' })
  rmSync(path)
}

function manifest(): object {
  const { name, version, description, keywords, license, engines } = JSON.parse(
    readFileSync(join(HERE, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    keywords,
    license,
    engines,
    sideEffects: false,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './esm/index.d.ts',
    exports: {
      '.': {
        import: { types: './esm/index.d.ts', default: './esm/index.js' },
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
    files: ['esm', 'cjs'],
  }
}
