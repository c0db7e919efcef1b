/** A real Chromium for tests: the one that comes with the packages where it can run, otherwise an installed one. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import bundled from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Requirement } from './requirements.ts'

/** The package holds a program for Linux on x64 and nothing else. */
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
 * Not met only on a platform that the package has no program for and where no browser is installed. With
 * `TRADEHALL_TEST_BROWSER=required` tests then fail instead of being skipped.
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

export async function openBrowser(
  cleanUp: (undo: () => Promise<void>) => void = onTestFinished,
): Promise<Browser> {
  const browser = await launchFirst(await candidates())
  cleanUp(() => browser.close())
  return browser
}

async function candidates(): Promise<LaunchOptions[]> {
  const chosen = process.env.TRADEHALL_TEST_CHROMIUM
  if (chosen) return [installedChromium(chosen)]
  const installed = INSTALLED.filter((path) => existsSync(path)).map(installedChromium)
  return isBundled ? [await bundledChromium(), ...installed] : installed
}

/** The sandbox of Chromium does not start as root; the other switches stop requests that no test makes. */
const installedChromium = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/** A machine may lack something that one browser needs and another brings along. */
async function launchFirst([first, ...others]: LaunchOptions[]): Promise<Browser> {
  if (!first) throw new Error('A browser is required, but no Chromium or Chrome is installed.')
  try {
    return await chromium.launch(first)
  } catch (error) {
    if (others.length === 0) throw error
    return await launchFirst(others)
  }
}

/** Tests rely on the protections that these switch off, and a browser in a single process ends with its first page. */
const UNWANTED = ['--disable-web-security', '--allow-running-insecure-content', '--single-process']

async function bundledChromium(): Promise<LaunchOptions> {
  const folder = await unpackBundled()
  const fontsFile = join(folder, 'fonts-here.conf')
  await writeFile(fontsFile, `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`)
  return {
    executablePath: join(folder, 'chromium'),
    args: bundled.args.filter((argument) => !UNWANTED.includes(argument)),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: fontsFile,
    },
  }
}

/**
 * Unpacks once, into the package's own folder, which goes away when its version changes. Test files run at the same
 * time, so each unpacks aside and the first one to end wins.
 */
async function unpackBundled(): Promise<string> {
  const packageFolder = fileURLToPath(new URL('../..', import.meta.resolve('@sparticuz/chromium')))
  const folder = join(packageFolder, 'unpacked')
  if (existsSync(folder)) return folder
  const aside = await mkdtemp(join(packageFolder, 'unpacking-'))
  // The package unpacks into the temporary folder, and only on a machine of this kind the libraries that
  // Chromium needs: a child process can be told both without a trace in this one.
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  await promisify(execFile)(process.execPath, ['--eval', unpack], {
    cwd: packageFolder,
    env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }))
  return folder
}
