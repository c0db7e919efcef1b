/** The few icons of the dashboard, drawn on a grid of 16. They stand beside a word or have a label. */
import type { ReactNode } from 'react'

const frame = {
  width: 16,
  height: 16,
  viewBox: '0 0 16 16',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export const BellIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.8 14.2h2.4" />
  </svg>
)
export const SearchIcon = () => (
  <svg {...frame} aria-hidden="true">
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.2 10.2 3.3 3.3" />
  </svg>
)
export const MoreIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />
  </svg>
)
export const ChevronIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
  </svg>
)
export const LeftIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="m9.5 4.5-3.5 3.5 3.5 3.5" />
  </svg>
)
export const RightIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />
  </svg>
)
export const CloseIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="m4 4 8 8M12 4l-8 8" />
  </svg>
)

/** What stands before the pages of the navigation, as the paths of one drawing each. */
const PAGES = {
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5M6.8 13V9.5h2.4V13',
  orders: 'M3.5 2.5h9v11l-1.8-1.2L9 13.5l-1.8-1.2-1.9 1.2-1.8-1.2zM6 6h4M6 9h4',
  labels: 'M2.5 7.5v-5h5l6 6-5 5zM5.3 5.3h.01',
  catalog: 'M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5 8 7.5 13.5 5M8 7.5v6',
  imports: 'M8 2.5v7M5 6.8 8 9.8l3-3M2.5 10.5v3h11v-3',
  money: 'M2.5 4h11v8h-11zM8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M4.5 6h.01M11.5 10h.01',
  integrations: 'M6 2.5v3M10 2.5v3M4.5 5.5h7V8a3.5 3.5 0 0 1-7 0zM8 11.5v2',
  settings: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
  pending: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3l2 1.5',
  shop: 'M3 6.5V13h10V6.5M2.5 6.5l1-4h9l1 4zM6.5 13V9.5h3V13',
  brands: 'M8 2.5 13.5 8 8 13.5 2.5 8zM8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4',
  discounts:
    'm12.5 3.5-9 9M5 6.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4M11 12.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4',
  endpoints: 'M2.5 8h7M7 5l3 3-3 3M13 3v10',
  old: 'M3 5.5A5.5 5.5 0 1 1 2.5 8M3 2.5v3h3M8 5v3l2 1.2',
  jobs: 'M3 4h10M3 8h10M3 12h6',
  support:
    'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M6.3 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.3-.7.6-.7 1.2M8 11.2h.01',
  audit: 'M4 2.5h6l2.5 2.5v8.5H4zM6 7.5h4M6 10.5h4',
  health: 'M2 8.5h3l1.5-4 2.5 7 1.5-3H14',
} as const

export type PageIconName = keyof typeof PAGES

export const PageIcon = ({ name }: { name: PageIconName }): ReactNode => (
  <svg {...frame} aria-hidden="true">
    <path d={PAGES[name]} />
  </svg>
)
