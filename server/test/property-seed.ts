/** Before each test file: properties try the cases of the seed. */
import fc from 'fast-check'
import { SEED } from './chance.ts'

fc.configureGlobal({ seed: SEED })
