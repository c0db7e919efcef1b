/** Renders the address of a carrier's tracking page. */
export function renderTrackingLink(template: string | undefined, trackingNumber: string): string | null {
  return template?.replaceAll('{trackingNumber}', () => encodeURIComponent(trackingNumber)) ?? null
}
