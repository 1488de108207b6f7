import type { BasketPlan } from '@trickdesk/contract';
import type { ReleaseReading } from '../broker-links/index.ts';
import { releaseProblem } from '../orders/index.ts';

/** What the broker shows of an account before it sells out of its demat account. */
export interface SaleParts {
  /** What waits for its owner's word to the depository; `undefined` where nobody knows. */
  readonly releasesOf: (brokerLinkId: number) => Promise<ReleaseReading | undefined>;
  /** Net units for delivery that were bought today, by share: no holdings yet. `undefined` where the broker does not tell. */
  readonly boughtTodayOf: (brokerLinkId: number) => Promise<ReadonlyMap<string, number> | undefined>;
}

/**
 * A plan with a note for each sale that the broker would refuse for want of its owner's word to the depository. The
 * other orders of the plan go all the same, so it stands in nobody's way.
 *
 * @param brokerLinkId `null` on paper, where there is no depository
 */
export async function withSaleNotes(
  parts: SaleParts,
  plan: BasketPlan,
  brokerLinkId: number | null,
): Promise<BasketPlan> {
  const sales = plan.rows.flatMap(({ order }) => (order?.side === 'sell' ? [order] : []));
  if (brokerLinkId === null || sales.length === 0) return plan;
  const reading = await parts.releasesOf(brokerLinkId);
  const notesWith = (bought: ReadonlyMap<string, number> | undefined): string[] =>
    sales.flatMap(({ symbol, quantity }) => {
      const sale = { side: 'sell', product: 'delivery', quantity, instrument: { symbol } } as const;
      const problem = releaseProblem(sale, reading, bought?.get(symbol) ?? 0);
      return problem ? [problem.sentence] : [];
    });
  // What was bought today is asked only where it may mend something.
  if (notesWith(undefined).length === 0) return plan;
  return { ...plan, notes: [...notesWith(await parts.boughtTodayOf(brokerLinkId)), ...plan.notes] };
}
