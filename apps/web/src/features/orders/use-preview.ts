import type { OrderPreview } from '@trickdesk/contract';
import { useDeferredValue } from 'react';
import { useCall } from '../../lib/use-call.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { whenAgain } from './order-input.ts';

type Wish = InputOfCall<'previeworder'>;

/** Never sent: the question waits until there is something to ask. */
const NOTHING: Wish = { symbol: '-', side: 'buy', product: 'DELIVERY', quantity: 1, price: 1 };

/** What an order would block and cost, asked again as it is typed. */
export function usePreview(wish: Wish | undefined) {
  const asked = useDeferredValue(wish);
  const { data, error } = useCall('previeworder', asked ?? NOTHING, {
    enabled: asked !== undefined,
    againAfter: whenAgain,
  });
  const shown: OrderPreview | undefined = asked === undefined ? undefined : data?.preview;
  const isCurrent = wish !== undefined && JSON.stringify(wish) === JSON.stringify(asked);
  return {
    shown,
    error: asked === undefined ? undefined : (error ?? undefined),
    /** It is not known what would happen, or something stands in the way. */
    blocked: !isCurrent || shown === undefined || shown.problems.length > 0,
  };
}
