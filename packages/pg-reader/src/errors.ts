/**
 * The statement gets no response: the connection broke, timed out or could not be opened, or the statement waited too long
 * behind others. `cause` is set if the reason is known.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'CONNECTION_LOST'
}

/** The queues of the reader are full. Nothing was sent. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy'
  readonly code = 'READER_BUSY'
}

/** The statement ran, but its rows cannot be read. It is not retried, because a write would be executed twice. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
  readonly code = 'UNREADABLE_ROW'
}
