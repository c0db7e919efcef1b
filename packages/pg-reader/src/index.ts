export { ConnectionLost, ReaderBusy } from './errors.ts'
export {
  openReader,
  type Reader,
  type ReaderOptions,
  type Row,
  type Statement,
  type Value,
} from './reader.ts'
