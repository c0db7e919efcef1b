/** The processes of the server under test. */

/** `tradehall api` is a parent with one child, which serves. */
export const APIS = ['api-1', 'api-2'] as const
export const WORKERS = ['worker-1', 'worker-2'] as const
export const PROCESSES = [...APIS, ...WORKERS] as const
export type ApiName = (typeof APIS)[number]
export type ProcessName = (typeof PROCESSES)[number]
