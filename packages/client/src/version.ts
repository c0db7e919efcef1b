/** The version of this package, for the User-Agent header and for messages. */
export const VERSION = '0.1.0'
