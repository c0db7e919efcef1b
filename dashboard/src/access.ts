/** Who sees which page. The server decides what is allowed; this only leaves out what it would refuse. */
import type { Session } from './api/queries.ts'
import { paths } from './paths.ts'
import { words } from './words/index.ts'

type Who = Pick<Session['attributes'], 'role' | 'account' | 'support'>

export const isBrand = ({ account }: Who) => account.kind === 'brand'
export const isRetailer = ({ account }: Who) => account.kind === 'retailer'
export const isOperator = ({ account }: Who) => account.kind === 'operator'
/** The user is an operator, who views as the brand. */
export const isSupport = ({ support }: Who) => support !== null
export const mayManageApps = (who: Who) => isBrand(who) && who.role === 'owner'
export const mayManageUsers = ({ role }: Who) => role !== 'staff'
export const mayReadAudit = ({ role }: Who) => role === 'owner'
/** Whoever calls the operations is asked as a person, which a support session is not. */
export const maySeeDeprecations = (who: Who) => isBrand(who) && !isSupport(who)
export const mayChangeProfile = (who: Who) => isBrand(who) && who.role === 'owner'

const everybody = () => true

export const PAGES = [
  { to: paths.home, icon: 'home', title: words.navigation.home, allows: isBrand },
  { to: paths.purchases, icon: 'shop', title: words.navigation.purchases, allows: isRetailer },
  { to: paths.pending, icon: 'pending', title: words.navigation.pending, allows: isOperator },
  { to: paths.ordersOfMarketplace, icon: 'orders', title: words.navigation.orders, allows: isOperator },
  { to: paths.orders, icon: 'orders', title: words.navigation.orders, allows: isBrand },
  { to: paths.labels, icon: 'labels', title: words.navigation.labels, allows: isBrand },
  { to: paths.catalog, icon: 'catalog', title: words.navigation.catalog, allows: isBrand },
  { to: paths.imports, icon: 'imports', title: words.navigation.imports, allows: isBrand },
  { to: paths.money, icon: 'money', title: words.navigation.money, allows: isBrand },
  { to: paths.integrations, icon: 'integrations', title: words.navigation.integrations, allows: isBrand },
  { to: paths.brandsOfMarketplace, icon: 'brands', title: words.navigation.brands, allows: isOperator },
  { to: paths.retailersOfMarketplace, icon: 'shop', title: words.navigation.retailers, allows: isOperator },
  { to: paths.discounts, icon: 'discounts', title: words.navigation.discounts, allows: isOperator },
  { to: paths.endpoints, icon: 'endpoints', title: words.navigation.endpoints, allows: isOperator },
  { to: paths.deprecatedCallers, icon: 'old', title: words.navigation.deprecatedCallers, allows: isOperator },
  { to: paths.jobs, icon: 'jobs', title: words.navigation.jobs, allows: isOperator },
  { to: paths.support, icon: 'support', title: words.navigation.support, allows: isOperator },
  { to: paths.auditOfMarketplace, icon: 'audit', title: words.navigation.audit, allows: isOperator },
  { to: paths.health, icon: 'health', title: words.navigation.health, allows: isOperator },
  { to: paths.settings, icon: 'settings', title: words.navigation.settings, allows: everybody },
] as const

const { tabs } = words.settings

/** The tabs of settings that everybody has, but for a support session, in which the user is not of the account. */
export const settingsOfUser = (who: Who) =>
  isSupport(who)
    ? []
    : [
        { to: paths.account, title: tabs.account },
        { to: paths.security, title: tabs.security },
        { to: paths.sessions, title: tabs.sessions },
      ]

/** The tabs of settings of the account that somebody may see. */
export const settingsOfAccount = (who: Who) =>
  [
    { to: paths.profile, title: tabs.profile, allows: isBrand },
    { to: paths.shippingSettings, title: tabs.shipping, allows: isBrand },
    { to: paths.freeShipping, title: tabs.freeShipping, allows: isBrand },
    { to: paths.contacts, title: tabs.contacts, allows: isBrand },
    { to: paths.retailers, title: tabs.retailers, allows: isBrand },
    { to: paths.users, title: tabs.users, allows: mayManageUsers },
    { to: paths.audit, title: tabs.audit, allows: mayReadAudit },
  ].filter(({ allows }) => allows(who))
