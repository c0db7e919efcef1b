import { deprecatedFromLaunch } from '../../http/deprecation/deprecation.ts'
import type { Module } from '../../module.ts'
import { END, endedGroups } from './groups.ts'

export { END }

export const ended: Module = {
  name: 'ended',
  schemas: [],
  routes(http) {
    const isSandbox = http.platform.config.mode === 'sandbox'
    for (const { replacement, below, at, inSandbox = [] } of Object.values(endedGroups)) {
      const deprecation = { ...deprecatedFromLaunch, ends: { at: END, replacement } }
      for (const path of below) http.endBelow(path, deprecation)
      for (const path of isSandbox ? [...at, ...inSandbox] : at) http.endAt(path, deprecation)
    }
  },
}
