/** A copy of the tree for each worker, because a mutant is written into its file. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies all files that git tracks or would track. */
export function copyTree(root: string, copy: string): void {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], options)
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)))
  for (const file of files)
    cpSync(join(root, file), join(copy, file), { recursive: true, verbatimSymlinks: true })
  const folders = files.filter((file) => /(^|\/)package\.json$/.test(file)).map(dirname)
  for (const folder of folders)
    linkPackages(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
}

/** Packages are links to the installed ones; the links between the packages of this repository lead to the copies. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from).filter((name) => name !== '.cache' && !name.startsWith('.vite'))) {
    const [source, target] = [join(from, name), join(to, name)]
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (name.startsWith('@')) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}
