export type { CacheOptions } from './cache.ts'
export { Client, createClient } from './client.ts'
export type { Clock } from './clock.ts'
export {
  AbortError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  type ErrorEntry,
  ForbiddenError,
  ImportError,
  NotFoundError,
  OutcomeUnknownError,
  PreconditionFailedError,
  RateLimitError,
  RedirectError,
  type RequestLine,
  ResponseError,
  ServerError,
  SignatureError,
  TimeoutError,
  TradehallError,
  UnexpectedResponseError,
  ValidationError,
  WaitError,
} from './errors.ts'
export type { ErrorCode } from './generated/codes.ts'
export type {
  FinishedImport,
  ImportOperation,
  ImportOptions,
  ImportProduct,
  ImportProgress,
  ImportResult,
} from './imports.ts'
export type { ClientOptions, Retry } from './options.ts'
export type {
  Confirmation,
  Order,
  OrderStatus,
  Parcel,
  Pickup,
  Quote,
  RejectReason,
  ResetReason,
  ShipOptions,
} from './orders.ts'
export type { Direction, List, Page } from './pages.ts'
export {
  type CallOptions,
  type PlainResponse,
  type RequestInputs,
  type ResponseInfo,
  responseOf,
} from './requests.ts'
export type {
  CompleteDocument,
  DocumentOf,
  Known,
  Linked,
  Method,
  OperationOf,
  PathOf,
  Schema,
} from './types.ts'
export type { Prices, Stock, Variant } from './variants.ts'
export type { WaitOptions } from './waiting.ts'
export {
  type AnyEvent,
  type EventName,
  isEvent,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks.ts'
