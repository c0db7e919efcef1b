/** What went wrong, for whoever reads it: a sentence for each code of the API, and for a status without a code. */
import { orders } from './orders.ts'
import { plural } from './plural.ts'

/** The figures of an error, and the name of the `field` that it is about. */
type Figures = Readonly<Record<string, unknown>>

/** How figures are written, which depends on the language too. */
interface Format {
  day: (value: string) => string
  moment: (value: string) => string
  money: (amount: number, currency: string) => string
}

type Sentence = (figures: Figures, format: Format) => string

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const says =
  (sentence: string): Sentence =>
  () =>
    sentence

/** An order is in another status than the page shows, or than the action needs. */
const inOtherStatus: Sentence = ({ status, reason }) => {
  if (reason === 'no-cancellation-request') return 'The retailer does not ask for a cancellation any more.'
  if (reason === 'no-revert-request') return 'The brand does not ask to undo its decision any more.'
  const name = orders.statuses[text(status)]
  return name === undefined
    ? 'This is not possible in the present status of the order.'
    : `This is not possible, because the order is “${name}” now.`
}

const shippingStep: Sentence = (figures, format) => {
  switch (figures.reason) {
    case 'labels-under-way':
      return 'The labels are being made. Look again in a minute.'
    case 'quotes-void':
      return 'These quotes are no longer valid, because the order was changed. Get new quotes.'
    case 'no-quotes':
      return 'There is no quote to confirm. Get quotes first.'
    case 'address-changed':
      return 'The delivery address has changed since these quotes were made. Get new quotes.'
    default:
      return inOtherStatus(figures, format)
  }
}

const missingSetting: Sentence = ({ missing }) => {
  if (missing === 'eoriNumber')
    return 'Goods from or to the United Kingdom need your EORI number. Enter it under Settings, Shipping.'
  if (missing === 'lucidNumber')
    return 'Goods to Germany need your LUCID number. Enter it under Settings, Shipping.'
  return 'The address that your parcels leave from is missing. Enter it under Settings, Shipping.'
}

/** By the name of the field, or of the format. */
const formats: Record<string, string> = {
  eoriNumber: 'Enter an EORI number, such as BE0700123456.',
  lucidNumber: 'Enter a LUCID number, which has 15 characters.',
  phoneNumber: 'Enter a phone number with the code of the country, such as +32470000012.',
  phoneNumberE164: 'Enter a phone number with the code of the country, such as +32470000012.',
  currency: 'Enter a currency of three letters, such as EUR.',
  countryCode: 'Enter a country of two letters, such as BE.',
  reason: 'Fill this in.',
  email: 'Enter an email address, such as name@example.com.',
  uri: 'Enter a web address that begins with https://.',
  url: 'Enter a web address that begins with https://.',
  date: 'Enter a date.',
  'date-time': 'Enter a date and a time.',
}

export const errors = {
  details: 'Details',
  request: (id: string) => `Request ${id}`,

  codes: {
    // Values
    VALUE_MISSING: says('Fill this in.'),
    VALUE_INVALID: says('This is not possible here. Check it and try again.'),
    VALUE_NOT_LISTED: says('Choose one of the values that are offered.'),
    TEXT_TOO_SHORT: ({ minLength }) =>
      count(minLength) <= 1 ? 'Fill this in.' : `Enter at least ${plural(count(minLength), 'character')}.`,
    TEXT_TOO_LONG: ({ maxLength }) => `Enter at most ${plural(count(maxLength), 'character')}.`,
    FORMAT_INVALID: ({ field, format }) =>
      formats[text(field)] ?? formats[text(format)] ?? 'Check how this is written.',
    NUMBER_TOO_SMALL: ({ minimum, exclusiveMinimum }) =>
      minimum === undefined
        ? `Enter a number above ${count(exclusiveMinimum)}.`
        : `Enter a number of at least ${count(minimum)}.`,
    NUMBER_TOO_LARGE: ({ maximum, exclusiveMaximum }) =>
      maximum === undefined
        ? `Enter a number below ${count(exclusiveMaximum)}.`
        : `Enter a number of at most ${count(maximum)}.`,
    LIST_TOO_SHORT: ({ minItems }) => `Choose at least ${count(minItems)}.`,
    LIST_TOO_LONG: ({ maxItems }) => `Choose at most ${count(maxItems)}.`,
    MEMBER_UNKNOWN: says('The server does not know one of these values. Load the page again.'),
    CONFLICT: says('This is not possible at the moment. Look at it again, then decide.'),
    DAY_IN_PAST: ({ earliest }, { day }) => `Choose ${day(text(earliest))} or a later day.`,
    PERIOD_ENDS_BEFORE_START: says('The end must be after the beginning.'),
    PERIOD_TOO_LONG: ({ maxDays }) => `Choose at most ${plural(count(maxDays), 'day')}.`,
    ADDRESS_NOT_CALLABLE: says(
      'This address cannot be used. Enter one that can be reached from the internet.',
    ),
    RESOURCE_CHANGED: says('Somebody else has changed this. Look at the new version, then decide.'),

    // Orders and shipping
    ORDER_ACTION_TRANSITION_FAILED: inOtherStatus,
    ORDER_ACTION_ACCEPT_FAILED: inOtherStatus,
    ORDER_ACTION_REJECT_FAILED: inOtherStatus,
    ORDER_ACTION_REQUEST_CANCELLATION_FAILED: says(
      'A cancellation can be requested only until the brand has accepted or rejected the order.',
    ),
    ORDER_ACTION_REQUEST_REVERT_FAILED: says(
      'This is possible only after you have accepted or rejected the order, and before it is shipped.',
    ),
    ORDER_ADDRESS_FIXED: says('This address can no longer be changed.'),
    ORDER_ITEMS_ALL_REMOVED: says('Keep at least one item. To accept none of them, reject the order.'),
    QUANTITY_TOO_HIGH: ({ maximum }) => `Accept ${count(maximum)} at most.`,
    REASON_REQUIRED: says('Say the reason in your own words.'),
    INSUFFICIENT_STOCK: ({ available, there }) => `There are only ${count(available ?? there)} in stock.`,
    STATE_UPDATE_FAILED: shippingStep,
    SHIPPING_SETTINGS_INCOMPLETE: missingSetting,
    SHIPPING_COUNTRY_EXCLUDED: says(
      'You do not ship to this country. Add it under Settings, Shipping, if you want to.',
    ),
    PICKUP_DENIED: says('The carrier cannot come then. Choose another day or time, or drop the parcels off.'),
    PICKUP_ON_WEEKEND: says('Carriers come from Monday to Friday. Choose another day.'),
    CARRIER_UNAVAILABLE: says(
      'The carrier does not answer at the moment. Nothing was changed. Try again later.',
    ),
    PARCEL_TOO_LARGE: ({ maximum }) =>
      `This parcel is too large: its longest side and what you measure around it may be ${count(maximum)} cm together.`,
    ORDER_WITHOUT_LABELS: ({ reference }) =>
      reference === undefined
        ? 'One of these orders has no labels to print.'
        : `Order ${String(reference)} has no labels to print.`,
    TRACKING_INCOMPLETE: says('Enter the carrier and the number, or a link.'),

    // Catalog, imports, money
    STOCK_CHANGED: says('The stock has changed meanwhile. Look at it again, then decide.'),
    PRICES_CHANGED: says('The price has changed meanwhile. Look at it again, then decide.'),
    OPERATION_ALREADY_OPEN: says(
      'Another import is still being sent. Wait until it has started, or cancel it.',
    ),
    OPERATION_NOT_OPEN: says('This import has started already, so no products can be added to it.'),
    OPERATION_STARTED: says('This import has started already.'),
    OPERATION_ENDED: says('This import has ended already.'),
    OPERATION_NOT_ENDED: says('The report is ready when the import has ended.'),
    OPERATION_RESULTS_EXPIRED: says('The results are gone: they are kept for 30 days.'),
    TOO_MANY_EXPORTS: says('Too many exports are being made. Wait until one of them is ready.'),

    PICTURE_REFUSED: says(
      'This file cannot be used as a picture. Save it as a JPEG, PNG or WebP that does not move, with at most 25 million pixels, and try again.',
    ),

    // Settings
    CONTACT_EXISTS: says('There is a contact with this address already.'),
    TOO_MANY_CONTACTS: ({ most }) => `You can have ${plural(count(most), 'contact')}. Remove one first.`,
    FEE_TOO_HIGH: ({ maximum, currency }, { money }) =>
      `The fee can be ${money(count(maximum), text(currency))} at most.`,
    NUMBER_REQUIRED: ({ missing }) =>
      missing === 'eoriNumber'
        ? 'Enter your EORI number, because you ship from or to the United Kingdom.'
        : 'Enter your LUCID number, because you ship to Germany.',

    // Webhooks and apps
    WEBHOOK_EXISTS: says('This app has a webhook with this address already. Edit that one instead.'),
    TOO_MANY_WEBHOOKS: ({ most }) => `An app can have ${plural(count(most), 'webhook')}.`,
    EVENT_ENDED: says('One of these events does not exist any more. Remove it.'),
    WEBHOOK_NOT_RUNNING: says('This webhook is paused or switched off. Resume it first.'),
    SIGNING_SECRET_UNREADABLE: says('This webhook needs a new signing secret before anything can be sent.'),
    APPLICATION_REVOKED: says('This app was revoked. Create another one.'),

    // Users and sessions
    wrong_credentials: says('The email address or the password is wrong.'),
    wrong_password: says('The password is wrong.'),
    wrong_code: says('The code is wrong, too old, or was used already.'),
    weak_password: ({ minLength }) =>
      minLength === undefined
        ? 'This password is easy to guess. Choose another one.'
        : `Use at least ${plural(count(minLength), 'character')}.`,
    account_suspended: says(
      'The marketplace has suspended this account. Nobody can sign in, and its apps get no answers. Write to the marketplace.',
    ),
    too_many_invitations: ({ possibleAt }, { moment }) =>
      `You have sent as many invitations as possible in one day. The next one is possible on ${moment(text(possibleAt))}.`,
    foreign_origin: says(
      'This page was opened at another address than its server. Open it at its own address.',
    ),
    role_required: says('Your role does not allow this. Ask an owner of your account.'),
    second_factor_required: says('Enter the code of your second factor first.'),
    second_factor_setup_required: says('Set up your second factor first.'),
    sign_in_link_required: says(
      'There were too many wrong attempts. If the password is right, we have sent you a mail: open the link in it to go on.',
    ),
    second_factor_locked: says(
      'There were too many wrong codes, so none is accepted any more. Ask an owner of your account to reset your second factor.',
    ),
    passkey_refused: says('This passkey is not known here, or it was not accepted. Try again.'),
    passkeys_unavailable: says(
      'Passkeys do not work at this address. Open the page by its name instead of its number.',
    ),
    support_session_ended: says('The support session has ended.'),
    support_session_refused: says('This is left to the brand: it is not possible in a support session.'),
    support_session_read_only: says('This support session is read-only.'),
    password_confirmation_required: says('Confirm your password first.'),
    EMAIL_TAKEN: says('Another user has this email address already.'),
    INVITATION_ACCEPTED: says('This user has accepted the invitation already.'),
    NO_SECOND_FACTOR: says('This user has no second factor.'),
    LAST_OWNER: says(
      'Apps act in the name of this user, and there is no other owner. Invite an owner first.',
    ),
    OWN_USER: says('You cannot do this to yourself. Ask another owner.'),
    OWN_ROLE_CHANGED: says('Your own role has changed. Sign in again.'),
    SECOND_FACTOR_ENABLED: says('The second factor is on already.'),
    SECOND_FACTOR_NOT_BEGUN: says('Begin again: there is no code to confirm.'),
    SECOND_FACTOR_NEEDED: says(
      'Your account or the marketplace asks for a second factor, so it cannot be switched off.',
    ),
    SECOND_FACTOR_UNREADABLE: says(
      'The codes of your app cannot be checked any more. Use a recovery code, or ask an owner to reset your second factor.',
    ),

    // The server
    JOB_RUNNING: says('This job is running. Wait until it has ended.'),
    JOB_RECURS: says('This job runs again and again, so it cannot be discarded.'),
    JOB_NOT_FAILED: says('This job has not failed. Only failed jobs can be discarded.'),
    EVENT_NOT_PARKED: says('This event will be handed on by itself.'),
    EVENT_BEHIND_ANOTHER: says(
      'An earlier event of the same order or product is parked. Decide on that one first.',
    ),
    SANDBOX_BUSY: says('The clock is being moved, or the sandbox is being reset. Try again in a moment.'),
  } as Record<string, Sentence>,

  /** For an error without a code, and one that is newer than this page. */
  statuses: {
    400: 'The server did not understand this page. Load the page again.',
    401: 'Your session has ended. Sign in again.',
    403: 'You may not do this. Ask an owner of your account.',
    404: 'This does not exist any more.',
    409: 'This is not possible at the moment. Look at it again, then decide.',
    410: 'This does not exist any more.',
    412: 'Somebody else has changed this. Look at the new version, then decide.',
    413: 'This is too large. Send less at once.',
    422: 'This is not possible. Check what you have entered.',
    429: 'Too many requests. Wait a moment, then try again.',
    503: 'The server cannot do this at the moment. Try again shortly.',
  } as Record<number, string>,
  unknownOutcome:
    'The connection broke, so nobody knows yet whether this was done. Load the page again and look before you repeat it.',
  failed:
    'Something went wrong on the server. Try again. If it goes on, tell the marketplace the request number under “Details”.',
}
