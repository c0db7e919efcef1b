/** The page of a carrier that tells where a parcel is. */
export function linkTo(template: string | undefined, trackingNumber: string): string | null {
  return template?.replaceAll('{trackingNumber}', () => encodeURIComponent(trackingNumber)) ?? null
}
