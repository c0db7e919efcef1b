/** Serves the sources of the dashboard for `npm run dev`: what is saved shows in open pages, without a reload. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'

const FOLDER = import.meta.dirname
const ROOT = join(FOLDER, '..')

/** As a handler of requests below its `base`. Open pages hear of changes by a WebSocket of `server`. */
export function serveSources(server: Server): Promise<ViteDevServer> {
  return createServer({
    root: FOLDER,
    base: '/dashboard/assets/',
    configFile: false,
    cacheDir: join(ROOT, 'node_modules/.vite/dashboard'),
    envDir: false,
    publicDir: false,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    plugins: [react()],
    // Found before the first page, as a package that is found later reloads the pages.
    optimizeDeps: { entries: ['src/dev.ts', 'src/pages/imports/file-worker.ts'] },
    server: {
      middlewareMode: true,
      ws: { server },
      // As without it: other sites read nothing.
      cors: false,
      // Not the whole repository, which has the data folder.
      fs: { allow: ['dashboard', 'packages', 'node_modules'].map((folder) => join(ROOT, folder)) },
    },
  })
}
