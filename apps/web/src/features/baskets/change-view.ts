import type { BasketDetails } from '@trickdesk/contract';

type Change = BasketDetails['change_list'][number]['changes'][number];

/** What a review did to a name. */
export function changeKind({
  beforePercent,
  afterPercent,
}: Pick<Change, 'beforePercent' | 'afterPercent'>): 'in' | 'out' | 'up' | 'down' | 'same' {
  if (beforePercent === 0 && afterPercent > 0) return 'in';
  if (afterPercent === 0 && beforePercent > 0) return 'out';
  if (afterPercent === beforePercent) return 'same';
  return afterPercent > beforePercent ? 'up' : 'down';
}
