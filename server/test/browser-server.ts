/** Launches Chromium for tests: the packaged binary where it can run, otherwise an installed browser. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import bundled from '@sparticuz/chromium'
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import type { Requirement } from './requirements.ts'

/** The package contains a binary for Linux on x64 only. */
const isBundled = process.platform === 'linux' && process.arch === 'x64'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Unmet only on platforms that the package has no binary for and that have no browser installed. With
 * `TRADEHALL_TEST_BROWSER=required` the tests then fail instead of being skipped.
 */
export const browserRequirement = (
  { TRADEHALL_TEST_BROWSER, TRADEHALL_TEST_CHROMIUM }: NodeJS.ProcessEnv,
  isThere: boolean,
): Requirement => ({
  met: isThere || TRADEHALL_TEST_BROWSER === 'required' || TRADEHALL_TEST_CHROMIUM !== undefined,
  missing: `the Chromium of the packages does not run on ${process.platform} ${process.arch}, and none is installed`,
})

export const BROWSER = browserRequirement(
  process.env,
  isBundled || INSTALLED.some((path) => existsSync(path)),
)

/** Starts the browser of a run, which all of its tests share. */
export async function launchBrowser(): Promise<BrowserServer> {
  return await launchFirst(await candidates())
}

async function candidates(): Promise<LaunchOptions[]> {
  const chosen = process.env.TRADEHALL_TEST_CHROMIUM
  if (chosen) return [installedChromium(chosen)]
  const installed = INSTALLED.filter((path) => existsSync(path)).map(installedChromium)
  return isBundled ? [await bundledChromium(), ...installed] : installed
}

/** Chromium's sandbox does not work as root; the other switches disable background requests. */
const installedChromium = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/** Tries the browsers in turn, since a machine may lack a library that one of them needs. */
async function launchFirst([first, ...others]: LaunchOptions[]): Promise<BrowserServer> {
  if (!first) throw new Error('A browser is required, but no Chromium or Chrome is installed.')
  try {
    return await chromium.launchServer(first)
  } catch (error) {
    if (others.length === 0) throw error
    return await launchFirst(others)
  }
}

/**
 * Tests rely on the protections that the first two disable, and a single-process browser exits with its first page. The
 * others draw with an emulated graphics card, which costs several times as much as drawing without one.
 */
const UNWANTED = [
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--single-process',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

async function bundledChromium(): Promise<LaunchOptions> {
  const folder = await unpackBundled()
  const fontsFile = join(folder, 'fonts-here.conf')
  await writeFile(fontsFile, `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`)
  return {
    executablePath: join(folder, 'chromium'),
    args: [...bundled.args.filter((argument) => !UNWANTED.includes(argument)), '--disable-gpu'],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: fontsFile,
    },
  }
}

/**
 * Unpacks the binary once, into the package's own folder, which is replaced when its version changes. Test files run
 * concurrently: each unpacks to a temporary folder, and the first rename wins.
 */
async function unpackBundled(): Promise<string> {
  const packageFolder = fileURLToPath(new URL('../..', import.meta.resolve('@sparticuz/chromium')))
  const folder = join(packageFolder, 'unpacked')
  if (existsSync(folder)) return folder
  const aside = await mkdtemp(join(packageFolder, 'unpacking-'))
  // The package unpacks to the temporary folder, and unpacks the libraries that Chromium needs only in certain
  // environments. A child process gets both settings, so that the environment of this process stays unchanged.
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  await promisify(execFile)(process.execPath, ['--eval', unpack], {
    cwd: packageFolder,
    env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }))
  return folder
}
