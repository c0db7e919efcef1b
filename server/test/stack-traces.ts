/**
 * Before each test file: no source maps. Vitest switches them on, and then every module and every generated function is
 * searched for one, a few hundred times for each application that is built. Node strips types in place, so that positions in
 * stack traces are those of the files anyway.
 */
import { setSourceMapsSupport } from 'node:module'

setSourceMapsSupport(false)
