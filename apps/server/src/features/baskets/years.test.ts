import { scaledCount } from '@trickdesk/testkit';
import { describe, expect, test } from 'vitest';
import { BasketYears } from './testing/basket-years.ts';
import { exactGrowth, exactYearlyRate } from './testing/exact-returns.ts';
import { checkBooks, checkEnd, checkEvening, checkInstalments, checkReturns, Seen } from './testing/years-claims.ts';

const BASKETS = 6;
/** The first of them meet each kind of trouble that is counted. */
const TROUBLED = 2;
const SECONDS_EACH = 10;

/** A basket through its years, with every claim looked at when it can break. */
function live(seed: number, seen: Seen): void {
  let done = -1;
  const years = new BasketYears(seed, {
    afterRun: (here, run) => checkEnd(seen, here, run),
    afterSession: (here, day) => {
      seen.sessions += 1;
      checkEvening(seen, here);
      const { orders, flows } = here.basket;
      if (orders.length + flows.length !== done) checkBooks(here, day);
      done = orders.length + flows.length;
    },
  });
  years.run();
  checkBooks(years, years.values.at(-1)?.date ?? '');
  checkReturns(seen, years);
  checkInstalments(years);
  count(seen, years);
}

function count(seen: Seen, { basket, owner }: BasketYears): void {
  const ordersIn = (state: string) => basket.orders.filter((order) => order.state === state).length;
  const instalmentsOf = (outcome: string) => owner.instalments.filter((one) => one.outcome === outcome).length;
  seen.baskets += 1;
  seen.orders += basket.orders.length;
  seen.refused += ordersIn('rejected');
  seen.partly += ordersIn('partly_filled');
  seen.unfilled += ordersIn('unfilled');
  seen.instalments += instalmentsOf('invested');
  seen.skipped += instalmentsOf('skipped');
  seen.missed += instalmentsOf('missed');
  seen.topUps += owner.topUps;
  seen.rebalances += owner.rebalances;
}

const baskets = scaledCount('baskets through four years', BASKETS, TROUBLED);

test(
  'years of baskets: near their weights in two sessions that allow it, no orphans, and every paisa and rate as an exact book has it',
  () => {
    const seen = new Seen();
    for (let seed = 1; seed <= baskets; seed += 1) live(seed, seen);
    console.log(seen.line());
    expect(seen.orphans).toBe(0);
    // Years without trouble would prove little.
    for (const trouble of ['refused', 'partly', 'skipped', 'leftHalfway', 'rebalances', 'rates'] as const) {
      expect(seen[trouble], trouble).toBeGreaterThan(0);
    }
  },
  baskets * SECONDS_EACH * 1_000,
);

describe('the exact reference', () => {
  const flow = (date: string, rupees: number) => ({ date, amountPaise: BigInt(rupees * 100) });

  test('gives the yearly rate that spreadsheets document', () => {
    const flows = [
      flow('2008-01-01', -10_000),
      flow('2008-03-01', 2_750),
      flow('2008-10-30', 4_250),
      flow('2009-02-15', 3_250),
      flow('2009-04-01', 2_750),
    ];
    expect(exactYearlyRate(flows)).toBeCloseTo(0.373362535, 8);
  });

  test('gives the growth of the worked example', () => {
    const day = (value: number, put: number) => ({ valuePaise: BigInt(value * 100), flowPaise: BigInt(put * 100) });
    expect(exactGrowth([day(990, 1_000), day(2_089, 1_000)])).toBeCloseTo(0.089, 15);
  });
});
