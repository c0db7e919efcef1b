/** Patterns of `like` for texts of users: wildcards in them are escaped, so that `50%` is searched literally. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

export const containing = (text: string): string => `%${escaped(text)}%`
export const beginningWith = (text: string): string => `${escaped(text)}%`
