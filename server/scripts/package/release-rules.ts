/** What a commit must fulfil to be released. */
export interface ReleaseState {
  /** Of the root. */
  version: string
  /** By the path of the manifest. */
  versions: Record<string, string>
  /** What git would commit. */
  changedFiles: readonly string[]
  tags: readonly string[]
  changelog: string
}

/** One sentence for each rule that is not fulfilled. */
export function releaseProblems(state: ReleaseState): string[] {
  const { version, versions, changedFiles, tags, changelog } = state
  const others = Object.entries(versions).filter(([, other]) => other !== version)
  return [
    ...(changedFiles.length > 0 ? [`Commit or discard first: ${changedFiles.join(', ')}.`] : []),
    ...others.map(([path, other]) => `${path} has the version ${other}, package.json has ${version}.`),
    ...(tags.includes(`v${version}`)
      ? [`The version ${version} was released: there is a tag v${version}.`]
      : []),
    ...(hasSection(changelog, version)
      ? []
      : [`CHANGELOG.md has no section "## [${version}] - <date>"; move the lines of "Unreleased" there.`]),
    ...(unreleasedLines(changelog) > 0 ? ['CHANGELOG.md has lines under "Unreleased".'] : []),
  ]
}

const hasSection = (changelog: string, version: string) =>
  changelog.split('\n').some((line) => line.startsWith(`## [${version}] - `) && /\d{4}-\d\d-\d\d$/.test(line))

function unreleasedLines(changelog: string): number {
  const section = changelog.split(/^## \[/m).find((text) => text.startsWith('Unreleased]\n')) ?? ''
  const [, ...lines] = section.split('\n')
  return lines.filter((line) => line.trim() !== '').length
}
