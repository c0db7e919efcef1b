/** The modules of the server, in the order of the documentation. */
import type { Module } from '../module.ts'
import { general } from './general/index.ts'
import { identity } from './identity/index.ts'
import { sandbox } from './sandbox/index.ts'

export const modules: readonly Module[] = [identity, general, sandbox]
