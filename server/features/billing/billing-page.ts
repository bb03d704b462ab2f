/** The studio's page on usage and plan; where checkouts and portals lead back to. */
export function billingPage(publicUrl: string): string {
  return `${publicUrl}/usage`;
}
