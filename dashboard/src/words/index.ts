/** The texts of the dashboard. A second language is a second file of this shape, chosen here. */
import { en } from './en.ts'

export type Words = typeof en
export const words: Words = en
/** For `Intl`: numbers, money and dates. */
export const LOCALE = 'en-GB'
