/** Declarations that the testing routes of all modules share; they exist in the sandbox only. */
export const TESTING_API = '/api/testing'
export const forTesting = { tag: 'Testing', access: 'token', media: 'json' } as const
