/** The few icons of the dashboard, drawn on a grid of 16. They stand beside a word or have a label. */
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
export const CrossIcon = () => (
  <svg {...frame} aria-hidden="true">
    <path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />
  </svg>
)
