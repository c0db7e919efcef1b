/** The languages of the samples of receivers, without the samples, which addresses do not need. */
export const LANGUAGES = ['node', 'php', 'python', 'ruby', 'go'] as const
export type Language = (typeof LANGUAGES)[number]
