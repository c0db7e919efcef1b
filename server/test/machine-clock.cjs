/**
 * Preloaded with `node --require`: shifts the system time of a process and its child processes to `TRADEHALL_TEST_NOW`.
 * The database keeps the real time.
 */
const { env } = process
if (env.TRADEHALL_TEST_NOW && !env.TRADEHALL_TEST_SHIFT_MS) {
  env.TRADEHALL_TEST_SHIFT_MS = String(Date.parse(env.TRADEHALL_TEST_NOW) - Date.now())
}
const shiftMs = Number(env.TRADEHALL_TEST_SHIFT_MS ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shiftMs] : given))
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}
