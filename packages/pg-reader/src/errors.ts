/**
 * No answer comes: the connection broke, was silent for too long or could not be opened, or others were answered first
 * for too long. `cause` says more where more is known.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

/** As many statements as the reader may hold are waiting for their answers already. Nothing was sent. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy'
  readonly code = 'READER_BUSY'
}
