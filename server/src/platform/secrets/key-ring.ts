/** The setting `TRADEHALL_SECRET_KEY`: one secret key, or a ring of them of which the first one seals. */

/** The keys of a ring: separated by commas, or in a file by lines. */
export const secretKeysIn = (text: string): string[] => text.split(/[\s,]+/).filter((key) => key !== '')

/** 32 bytes in base64, in either alphabet, with or without padding. */
const SECRET_KEY = /^[\w+/-]{43}=?$/

/** Whether the text has one or more keys, and nothing else. */
export function isKeyRing(text: string): boolean {
  const keys = secretKeysIn(text)
  return keys.length > 0 && keys.every((key) => SECRET_KEY.test(key))
}
