/** An id in an address: `/tricks/42`. `undefined` where it is none, so that nothing is asked for it. */
export function routeId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;
}
