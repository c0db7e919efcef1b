import type { Ctx } from '../../../http/operation.ts'
import { settledUrl } from '../../../http/public-url.ts'

/**
 * The base of links in mails. In production never from the Host header of a request, with which a stranger could redirect the
 * link.
 */
export const linkBaseOf = ({ config, publicUrl }: Pick<Ctx, 'config' | 'publicUrl'>): string =>
  config.publicUrl ?? (config.mode === 'sandbox' ? publicUrl : settledUrl(config))
