import type { Config } from '../../config.ts'

/** Headers of every response. Responses are data, not pages, so no browser may frame, sniff, execute or share them. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(config.mode === 'production' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
