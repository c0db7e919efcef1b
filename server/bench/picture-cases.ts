/** Pictures, compared with a file of the dashboard, which the same server serves from its folder. */
import { DashboardFiles } from '../src/http/pages/dashboard-files.ts'
import type { Facts } from './facts.ts'

const STATIC_FILE = 'file of the dashboard, beside a picture'
const headers = { accept: 'image/*' }

/** Absent where the dashboard is not built: `npm run build:dashboard`. */
const icon = DashboardFiles.find()?.list.icon

export const pictureCases = [
  ...(icon
    ? [
        {
          name: STATIC_FILE,
          requests: () => [{ method: 'GET' as const, path: `/dashboard/assets/${icon}`, headers }],
        },
      ]
    : []),
  {
    name: 'picture of a product',
    requests: (_tokens: unknown, { picturePaths }: Facts) =>
      picturePaths.map((path) => ({ method: 'GET' as const, path, headers })),
    variantOf: { name: STATIC_FILE, leastRate: 0.9 },
  },
]
