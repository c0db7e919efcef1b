/**
 * Loading a server leaves some 30 MB of garbage, for which an idle process has no reason to look: V8 collects when a heap grows.
 * Takes a quarter of a second. Without `--expose-gc`, as in a process that a user started, nothing happens.
 */
export function collectStartupGarbage(): void {
  // A regular collection keeps the emptied pages.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
