/** Takes secrets out of everything that is returned, because what a coding tool reads is sent to others and stored. */

export type Redactor = (text: string) => string

const HIDDEN = '[redacted]'

/** Members of documents whose values are secrets: a text, or a list of texts. */
const SECRET_MEMBERS = [
  'access_token',
  'clientSecret',
  'client_secret',
  'currentPassword',
  'newPassword',
  'password',
  'previousSigningSecrets',
  'recoveryCodes',
  'secret',
  'signingSecret',
  'token',
]

/** A document may be a text inside of another one: then every quote of it is escaped alike, twice at most. */
const MEMBER = String.raw`(\\{0,7})"(${SECRET_MEMBERS.join('|')})\1"(\s*:\s*)`
/** Also one that is cut off before its end. */
const TEXT = new RegExp(String.raw`${MEMBER}\1"[^]*?(?:(?<!\\)\1"|$)`, 'g')
const LIST = new RegExp(String.raw`${MEMBER}\[[^\]]+(?:\]|$)`, 'g')

const FORMS: readonly [RegExp, string][] = [
  [TEXT, `$1"$2$1"$3$1"${HIDDEN}$1"`],
  [LIST, `$1"$2$1"$3[$1"${HIDDEN}$1"]`],
  // Access tokens are JSON Web Tokens.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, HIDDEN],
  // Signed links give access to whoever has them.
  [/([?&]signature=)[^&"\s\\<>]+/g, `$1${HIDDEN}`],
  [/(\/dashboard\/(?:invitation|reset)\/)[\w-]+/g, `$1${HIDDEN}`],
  [/otpauth:[^"\s\\]+/g, HIDDEN],
  // Of mails.
  [/(Your verification code is )\d+/g, `$1${HIDDEN}`],
]

/** Shorter texts would occur by chance in other words. */
const MIN_LENGTH = 8

/** `known` returns secrets that are hidden wherever they stand. */
export const redactor =
  (known: () => readonly string[]): Redactor =>
  (text) => {
    const formed = FORMS.reduce((safe, [form, replacement]) => safe.replaceAll(form, replacement), text)
    return known()
      .filter(({ length }) => length >= MIN_LENGTH)
      .reduce((safe, secret) => safe.replaceAll(secret, HIDDEN), formed)
  }
