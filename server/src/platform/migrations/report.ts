/** The events that a migration reports while it runs. */
export type MigrationEvent =
  /** It waits for another process: one that migrates, or one that holds a lock. */
  | { kind: 'waiting'; sentence: string }
  | { kind: 'begun'; file: string; isResumable: boolean; number: number; of: number }
  /** The rows that a repeated statement has changed so far. */
  | { kind: 'rows'; file: string; line: number; rows: number }
  /** How far the build of an index is. */
  | { kind: 'index'; file: string; line: number; phase: string; percent: number | null }
  | { kind: 'applied'; file: string; seconds: number }

export type MigrationReport = (event: MigrationEvent) => void
