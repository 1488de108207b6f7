import type { BasketPlan } from '@trickdesk/contract';
import { useCall } from '../../lib/use-call.ts';
import { useSettled } from '../../lib/use-settled.ts';

export interface AskedPlan {
  readonly plan: BasketPlan | undefined;
  readonly error: unknown;
  /** It is not known what would happen, or something stands in the way. */
  readonly blocked: boolean;
}

/** What is bought: of a basket of the catalogue, or for one that is held. */
export type PurchaseOf = { readonly basketId: number } | { readonly myBasketId: number };

/** What an amount would buy, asked again as it is typed. */
export function usePurchasePlan(of: PurchaseOf, amountPaise: number | undefined): AskedPlan {
  const asked = useSettled(amountPaise);
  const isAsked = asked !== undefined && asked > 0;
  const { data, error, isPlaceholderData } = useCall(
    'previewBasketFetch',
    { ...of, amountPaise: asked ?? 1 },
    { enabled: isAsked, keepPrevious: true },
  );
  const plan = isAsked ? data?.preview : undefined;
  const isCurrent = asked === amountPaise && !isPlaceholderData;
  return {
    plan,
    error: isAsked && error ? error : undefined,
    blocked: !isCurrent || plan === undefined || error !== null || plan.problems.length > 0 || plan.orderCount === 0,
  };
}
