/** Headers of pages, beside those of every response. */

/**
 * What no page here does, so that no script which gets into one can ask for it. Copying to the clipboard stays possible, and so do
 * passkeys on this origin. Only names that browsers know: others are warnings in the console.
 */
const DENIED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = [
  ...DENIED.map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

export const pageHeaders = (contentSecurityPolicy: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  // A page that opens this one, or is opened by it, cannot reach its window.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
})
