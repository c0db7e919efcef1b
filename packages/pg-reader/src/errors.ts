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

/** The statement ran, but its rows cannot be read. It is not sent again: a write would be done twice. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
  readonly code = 'UNREADABLE_ROW'
}
