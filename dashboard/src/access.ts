/** Who sees which page. The server decides what is allowed; this only leaves out what it would refuse. */
import type { Session } from './api/queries.ts'
import { paths } from './paths.ts'
import { words } from './words/index.ts'

type Who = Pick<Session['attributes'], 'role' | 'account'>

export const isBrand = ({ account }: Who) => account.kind === 'brand'
export const isRetailer = ({ account }: Who) => account.kind === 'retailer'
export const isOperator = ({ account }: Who) => account.kind === 'operator'
export const mayManageApps = (who: Who) => isBrand(who) && who.role === 'owner'
export const mayManageUsers = ({ role }: Who) => role !== 'staff'

const everybody = () => true

export const PAGES = [
  { to: paths.home, title: words.navigation.home, allows: everybody },
  { to: paths.orders, title: words.navigation.orders, allows: isBrand },
  { to: paths.labels, title: words.navigation.labels, allows: isBrand },
  { to: paths.integrations, title: words.navigation.integrations, allows: isBrand },
  { to: paths.settings, title: words.navigation.settings, allows: everybody },
] as const
