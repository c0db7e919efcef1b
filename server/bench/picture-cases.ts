/** Pictures, compared with a file of the dashboard, which the same server serves from its folder. */
import { DashboardFiles } from '../src/http/pages/dashboard-files.ts'
import type { Facts } from './facts.ts'

const STATIC_FILE = 'file of the dashboard, beside a picture'
const headers = { accept: 'image/*' }

/** Without it, where the dashboard is not built (`npm run build:dashboard`), pictures are compared with nothing. */
const icon = DashboardFiles.find()?.list.icon

const staticFile = {
  name: STATIC_FILE,
  requests: () => [{ method: 'GET' as const, path: `/dashboard/assets/${icon}`, headers }],
}

export const pictureCases = [
  ...(icon ? [staticFile] : []),
  {
    name: 'picture of a product',
    requests: (_tokens: unknown, { picturePaths }: Facts) =>
      picturePaths.map((path) => ({ method: 'GET' as const, path, headers })),
    ...(icon && { variantOf: { name: STATIC_FILE, leastRate: 0.9 } }),
  },
]
