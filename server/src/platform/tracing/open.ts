import type { Config } from '../../config.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

/** Undefined where no collector is configured: then nothing of the SDK is loaded. */
export async function openTracing(
  config: Pick<Config, 'otlpUrl' | 'otlpHeaders' | 'traceRatio' | 'mode'>,
  options: TracingOptions,
): Promise<Tracing | undefined> {
  const { otlpUrl } = config
  if (otlpUrl === undefined) return undefined
  const { createTracing } = await import('./sdk.ts')
  return createTracing({ ...config, otlpUrl }, options)
}
