import type { Ids } from '../platform/ids.ts';

/** The longest tag that the broker keeps with an order. */
const TAG_LENGTH = 19;

/** Eighty random bits: two orders of one account never share a tag. */
export function newOrderTag({ uuid }: Ids): string {
  return uuid().replaceAll('-', '').slice(-TAG_LENGTH);
}
