/** No answer came, or none can come: the connection broke, was silent for too long, or could not be opened. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

/** As many statements as the reader may hold are waiting for their answers already. Nothing was sent. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy'
  readonly code = 'READER_BUSY'
}
