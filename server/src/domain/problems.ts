/** The general problems of the API, and those that several modules have. Others are declared in the `errors.ts` of their module. */
import { problem } from '@tradehall/jsonapi'

export const badRequest = problem(null, 400, 'Bad Request')
/** According to the specification, 401 has only `status` and `detail`. */
export const unauthorized = problem(null, 401, null)
export const forbidden = problem(null, 403, 'Forbidden')
export const notFound = problem(null, 404, 'Not Found')
export const methodNotAllowed = problem(null, 405, 'Method Not Allowed')
export const notAcceptable = problem(null, 406, 'Not Acceptable')
export const requestTimeout = problem(null, 408, 'Request Timeout')
export const conflict = problem(
  'CONFLICT',
  409,
  'Conflict',
  'The state of what is asked for does not allow it; `detail` says why.',
)
export const gone = problem(null, 410, 'Gone')
export const contentTooLarge = problem(null, 413, 'Content Too Large')
export const uriTooLong = problem(null, 414, 'URI Too Long')
export const unsupportedMediaType = problem(null, 415, 'Unsupported Media Type')
export const expectationFailed = problem(null, 417, 'Expectation Failed')
export const misdirectedRequest = problem(null, 421, 'Misdirected Request')
export const unprocessable = problem(
  'VALUE_INVALID',
  422,
  'Unprocessable Content',
  'The value is not possible there; `detail` says why.',
)
export const insufficientStock = problem(
  'INSUFFICIENT_STOCK',
  409,
  'Conflict',
  'There is less in stock than is asked for; `meta` says how much there is.',
)
export const addressRefused = problem(
  'ADDRESS_NOT_CALLABLE',
  422,
  'Unprocessable Content',
  'The server must not call this address, such as one of a private network.',
)
export const endsBeforeStart = problem(
  'PERIOD_ENDS_BEFORE_START',
  422,
  'Unprocessable Content',
  'A period must not end before it starts.',
)
export const dayInPast = problem(
  'DAY_IN_PAST',
  422,
  'Unprocessable Content',
  'The day is over; `meta.earliest` is the first one that is possible.',
)
export const tooManyRequests = problem(null, 429, 'Too Many Requests')
export const headersTooLarge = problem(null, 431, 'Request Header Fields Too Large')
export const serverError = problem(null, 500, 'Server Error')
export const serviceUnavailable = problem(null, 503, 'Service Unavailable')

/**
 * The source of a problem: the JSON pointer of a value in the request, or of one of its members. Without a pointer there
 * is no source, because domain functions are also called by routes whose request does not contain the value.
 */
export function pointTo(pointer: string | undefined, member?: string): { pointer?: string } {
  if (pointer === undefined) return {}
  return { pointer: member === undefined ? pointer : `${pointer}.${member}` }
}
