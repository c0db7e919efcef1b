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
 * False only on a platform that the package has no program for and where no browser is installed. Tests that need a
 * browser then do not run, and the runner says so.
 */
export const browserFound =
  isBundled || process.env.TRADEHALL_TEST_CHROMIUM !== undefined || INSTALLED.some((path) => existsSync(path))

export async function openBrowser(
  cleanUp: (undo: () => Promise<void>) => void = onTestFinished,
): Promise<Browser> {
  const browser = await launchFirst(await candidates())
  cleanUp(() => browser.close())
  return browser
}

async function candidates(): Promise<LaunchOptions[]> {
  const chosen = process.env.TRADEHALL_TEST_CHROMIUM
  if (chosen) return [{ executablePath: chosen }]
  const installed = INSTALLED.filter((path) => existsSync(path)).map((executablePath) => ({ executablePath }))
  return isBundled ? [await bundledChromium(), ...installed] : installed
}

/** A machine may lack something that one browser needs and another brings along. */
async function launchFirst([first, ...others]: LaunchOptions[]): Promise<Browser> {
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
