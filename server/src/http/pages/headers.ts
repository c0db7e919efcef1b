/** Headers of pages, in addition to those of every response. */

/**
 * Features that no page uses, so that an injected script cannot use them either. Copying to the clipboard stays possible, and so do
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
  // A page that opens this one, or is opened by it, cannot access its window.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
})
