/**
 * Loaded before everything else (`node --require`), lets a process and those that it starts believe that it is another
 * time: `TRADEHALL_TEST_NOW` says which. The database keeps the real one.
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
