import { accounts } from './en/accounts.ts'
import { catalog } from './en/catalog.ts'
import { errors } from './en/errors.ts'
import { home } from './en/home.ts'
import { imports } from './en/imports.ts'
import { integrations } from './en/integrations.ts'
import { money } from './en/money.ts'
import { operatorOrders } from './en/operator-orders.ts'
import { orders } from './en/orders.ts'
import { plural } from './en/plural.ts'
import { productFiles } from './en/product-files.ts'
import { purchases } from './en/purchases.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { shipping } from './en/shipping.ts'
import { stock } from './en/stock.ts'
import { support } from './en/support.ts'
import { systems } from './en/systems.ts'

export const en = {
  product: 'Tradehall',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  reason: 'Reason',
  optional: (label: string) => `${label} (optional)`,
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (label: string) => `Copy: ${label}`,
  skipToContent: 'Skip to content',
  titleOf: (page: string) => `${page} · Tradehall`,
  plural,
  errors,
  accounts,
  orders,
  purchases,
  security,
  operatorOrders,
  productFiles,
  catalog,
  stock,
  support,
  systems,

  form: {
    missing: 'Fill this in.',
    invalidAmount: (example: string) => `Enter an amount such as ${example}.`,
    saved: 'Saved.',
    showPassword: 'Show or hide the password',
    tooManyAttempts: (seconds: number) => `Too many attempts. Try again in ${plural(seconds, 'second')}.`,
  },

  conflict: {
    title: 'Somebody else has changed this meanwhile',
    hint: 'Choose which values to keep. Nothing of yours has been saved yet.',
    field: 'Field',
    yours: 'Yours',
    theirs: 'Theirs',
    empty: 'empty',
    keep: 'Save yours',
    take: 'Take theirs',
  },

  leave: {
    title: 'Leave without saving?',
    hint: 'What you have changed on this page is not saved.',
    submit: 'Leave',
  },

  list: {
    pagesOf: (label: string) => `Pages of ${label}`,
    previous: 'Previous page',
    next: 'Next page',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all on this page',
    selected: (count: number) => `${count} selected`,
    clear: 'Clear',
    keys: { move: 'move', select: 'select', open: 'open' },
    chosen: (label: string, chosen: readonly string[]) => `${label}: ${chosen.join(', ')}`,
    from: (label: string) => `${label} from`,
    to: (label: string) => `${label} to`,
  },

  chart: { asTable: 'Show as table' },

  time: { now: 'just now', soon: 'in a moment' },

  bulk: {
    running: (done: number, total: number) => `${done} of ${total} done`,
    succeeded: (count: number) => `${count} succeeded.`,
    failed: (count: number) => `${count} did not:`,
    stop: 'Stop',
    stopped: (count: number) => `${count} were not begun, because you stopped.`,
  },

  roles: { owner: 'Owner', staff: 'Staff', operator: 'Operator' } as Record<string, string>,

  navigation: {
    label: 'Main',
    home: 'Home',
    orders: 'Orders',
    labels: 'Labels',
    catalog: 'Catalog',
    money: 'Money',
    imports: 'Imports',
    integrations: 'Integrations',
    purchases: 'Purchases',
    pending: 'Pending',
    brands: 'Brands',
    retailers: 'Retailers',
    discounts: 'Discounts',
    endpoints: 'Endpoints',
    deprecatedCallers: 'Deprecations',
    jobs: 'Jobs',
    audit: 'Audit',
    health: 'Health',
    support: 'Support',
    settings: 'Settings',
    accountOf: (name: string) => `${name}, account menu`,
    waiting: (count: number) => `${count} waiting`,
    themeLight: 'Light theme',
    themeDark: 'Dark theme',
    themeAuto: 'Theme of the system',
    reference: 'API reference',
    signOut: 'Sign out',
    endSupport: 'End the support session',
  },

  palette: {
    open: 'Search',
    label: 'Search orders, retailers, products, pages and actions',
    placeholder: 'Order, retailer, product, page or action',
    retailers: 'Retailers',
    ordersOf: (count: number) => plural(count, 'order'),
    /** Words by which a page is found, beside its title. */
    keywords: {
      '/money': 'Payouts Billing exports Invoices',
      '/labels': 'Print parcels',
      '/imports': 'Upload products file CSV Excel',
      '/catalog': 'Products stock prices',
      '/integrations': 'API webhooks apps',
      '/settings/security': 'Two-factor authenticator password',
      '/settings/sessions': 'Devices sign out',
      '/settings/profile': 'Brand name pictures',
      '/settings/shipping': 'Lead time countries addresses',
      '/settings/free-shipping': 'Fee amount',
      '/settings/retailers': 'Customers automatic acceptance',
      '/settings/users': 'Colleagues invite staff roles',
      '/settings/account': 'Name password email',
      '/operator/pending': 'Decisions rejections payouts invoices',
      '/operator/health': 'Server status',
    } as Record<string, string>,
    nothing:
      'Nothing found. Try the number of an order, the name of a retailer, a product or SKU, or the name of a page.',
    pages: 'Pages',
    actions: 'Actions',
  },

  failures: {
    label: (count: number) => (count === 0 ? 'Recent failures: none' : `Recent failures: ${count}`),
    title: 'Recent failures',
    none: 'Nothing has failed recently.',
    began: (when: string) => `Began ${when}.`,
  },

  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    demoTitle: 'Demo users',
    demoHint: 'One click, no password. They exist in the sandbox only.',
    codeTitle: 'Second factor',
    codeHint: 'Enter the code of your authenticator app, or one of your recovery codes.',
    code: 'Code',
    codeSubmit: 'Continue',
    other: 'Sign in as somebody else',
  },

  forgot: {
    title: 'Reset your password',
    hint: 'We send a link to your address. It works for a short time, once.',
    submit: 'Send the link',
    sentTitle: 'Look at your mail',
    sent: (email: string) => `If there is a user with ${email}, a mail with a link is on its way.`,
    sentSandbox:
      'A sandbox sends no mails. Sign in as a demo user and open “Mails” in the sandbox bar to read it.',
    back: 'Back to sign-in',
  },

  reset: {
    title: 'Choose a new password',
    hint: (email: string) => `For ${email}. All other sessions end.`,
    password: 'New password',
    submit: 'Set the password',
    goneTitle: 'This link does not work any more',
    gone: 'It was used already, is too old, or is incomplete. Ask for a new one.',
    again: 'Ask for a new link',
  },

  invitation: {
    title: (account: string) => `Join ${account}`,
    hint: (name: string, role: string, email: string) =>
      `Hello ${name}. You will sign in as ${email}. Your role: ${role}.`,
    password: 'Choose a password',
    submit: 'Join',
    goneTitle: 'This invitation does not work any more',
    gone: 'It was used already, is too old, or is incomplete. Ask whoever invited you for a new one.',
  },

  passwordPrompt: {
    expiredTitle: 'Your session has ended',
    expiredHint: (email: string) => `Enter the password of ${email} to continue where you were.`,
    confirmTitle: 'Confirm your password',
    confirmHint: 'To be safe, enter your password. You are asked again after ten minutes at the earliest.',
    submit: 'Continue',
  },

  problems: {
    suspendedTitle: 'This account is suspended',
    signInAsOther: 'Sign in as somebody else',
    notFoundTitle: 'There is no such page',
    notFound: 'The address is wrong, or what was there has been removed.',
    goHome: 'Go to Home',
    forbiddenTitle: 'You may not see this',
    forbidden: 'This page is not for your role or your account. Ask an owner of your account.',
    unreachableTitle: 'The server cannot be reached',
    unreachable: 'The page continues by itself as soon as the server answers.',
    unreachableBar: 'The server cannot be reached. Trying again…',
    failedTitle: 'This did not work',
    retry: 'Try again',
  },

  home,

  money,

  apps: {
    title: 'Private Apps',
    intro: 'A Private App lets one of your own programs use the API.',
    create: 'Create app',
    name: 'Name',
    nameHint: 'What it does, such as “ERP bridge”.',
    contact: 'Contact',
    contactHint: 'Who gets a mail when the app needs attention.',
    user: 'Acts in the name of',
    userHint: 'Order history and audit name this user.',
    clientId: 'Client id',
    actionsTitle: 'Actions',
    actions: (name: string) => `Actions for ${name}`,
    lastUsed: 'Last used',
    never: 'Never',
    callsPerDay: 'Calls per day',
    callsLabel: (calls: number, days: number) => `${plural(calls, 'call')} in ${plural(days, 'day')}`,
    callsLastDay: (calls: number) => `${plural(calls, 'call')} in the last 24 hours`,
    callsOfDay: (date: string, calls: number) => `${date}: ${plural(calls, 'call')}`,
    oldSecretUntil: (time: string) => `Old secret works until ${time}`,
    edit: 'Edit…',
    editTitle: (name: string) => `Edit ${name}`,
    editSubmit: 'Save',
    rotate: 'New secret…',
    revoke: 'Revoke…',
    emptyTitle: 'No Private App yet',
    empty:
      'A Private App lets a program, such as your shop or ERP, use your orders and stock. Create one for each program, so that you can revoke each alone.',
    createTitle: 'Create a Private App',
    rotateTitle: (name: string) => `New secret for ${name}`,
    rotateHint:
      'You get a new client secret. The current one works a while longer, so that you can switch over without a break. An older one stops working at once.',
    overlap: 'The current secret ends',
    overlaps: { 0: 'at once', 3600: 'in an hour', 86400: 'in a day', 604800: 'in a week' },
    rotateSubmit: 'Create new secret',
    revokeTitle: (name: string) => `Revoke ${name}`,
    revokeHint: 'The app stops working at once. This cannot be undone.',
    revokeSubscriptions: (count: number) =>
      count === 0 ? 'It has no webhooks.' : `${plural(count, 'webhook ends', 'webhooks end')} with it:`,
    revokeCalls: (calls: number) =>
      calls === 0
        ? 'It has not called the API in the last 24 hours.'
        : `It made ${plural(calls, 'call')} in the last 24 hours; such calls will fail.`,
    revokeTypeName: (name: string) => `Type ${name} to confirm`,
    revokeSubmit: 'Revoke',
    secretTitle: (name: string) => `Secret of ${name}`,
    secretHint: 'The secret is shown this once. Store it where your program reads it.',
    clientSecret: 'Client secret',
    download: 'Download .env',
    stored: 'I have stored it',
    copyId: (name: string) => `Copy the client id of ${name}`,
    copySecret: 'Copy the client secret',
  },

  imports,

  integrations,

  settings,

  shipping,

  sandbox: {
    label: 'Sandbox',
    title: 'Sandbox',
    realTime: 'real time',
    ahead: (span: string) => `${span} ahead`,
    behind: (span: string) => `${span} behind`,
    plusHour: '+1 h',
    plusHourLong: 'Move the clock one hour forward',
    plusDay: '+1 day',
    plusDayLong: 'Move the clock one day forward',
    toDate: 'To a date…',
    toDateLabel: 'Date and time',
    toDateSubmit: 'Go there',
    toNow: 'To real time',
    testOrder: 'Test order',
    testOrderDone: (reference: string | number) => `Order ${reference} has arrived.`,
    switchAutopilotOn: 'Switch autopilot on',
    switchAutopilotOff: 'Switch autopilot off',
    autopilotHint: 'Plays the retailers, carriers and the marketplace',
    faults: (count: number) => `Faults ${count}`,
    faultsTitle: 'Faults',
    faultsHint: 'Matching requests wait, fail, or both, for all accounts. The sandbox itself is never hit.',
    faultPath: 'Path',
    faultPathHint: 'A * at its end stands for anything.',
    faultMethod: 'Method',
    faultAnyMethod: 'All',
    faultStatus: 'Status',
    faultDelay: 'Delay, ms',
    faultShare: 'Share, %',
    faultCount: 'Count',
    faultCreate: 'Add fault',
    faultRemove: 'Remove all',
    faultNone: 'No faults are set: requests are answered as usual.',
    faultWaits: (ms: number) => `Waits ${ms} ms`,
    faultAnswers: (status: number) => `Answers ${status}`,
    faultDisconnects: {
      before: 'Closes the connection before anything is done',
      after: 'Closes the connection after it is done',
    } as Record<string, string>,
    faultExpiresTokens: 'Expires older tokens',
    faultAddsUnknowns: 'Adds unknown members',
    faultMarks: (marker: string) => `Marks links with ${marker}`,
    faultOf: (percent: number) => `${percent} % of the requests`,
    faultRemaining: (count: number | null) =>
      count === null ? 'Until it is removed' : `For ${plural(count, 'more request')}`,
    mails: (count: number) => `Mails ${count}`,
    mailsTitle: 'Mails',
    mailsHint: 'No mail leaves the sandbox. These would have been sent.',
    mailsNone: 'No mails yet. Invitations, password resets and verification codes appear here.',
    mailTo: (to: string) => `to ${to}`,
    mailDeleted: 'The text was deleted after it was used.',
    runJobs: 'Run jobs',
    jobsDone: (ran: number, failed: number) =>
      failed > 0
        ? `${plural(ran, 'job has', 'jobs have')} run, ${failed} failed.`
        : `${plural(ran, 'job has', 'jobs have')} run.`,
    reset: 'Reset…',
    resetTitle: 'Reset the sandbox',
    resetHint:
      'Everything goes back to the demo data, for all accounts: orders, stock, users, faults and the clock. Private Apps that you have created stop working.',
    resetSubmit: 'Reset everything',
  },
}
