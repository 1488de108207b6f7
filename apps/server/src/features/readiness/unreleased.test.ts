import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from './board.ts';
import { readinessOf } from './readiness-of.ts';
import { readyFacts, withTrick } from './testing/ready-facts.ts';
import { mayNeedRelease, unreleasedOf } from './unreleased.ts';

const SHARE = {
  ...{ symbol: 'SBIN', isin: 'INE062A01020', quantity: 12, settledQuantity: 10, releasedQuantity: 0 },
  ...{ missingQuantity: 10, sellableQuantity: 2 },
};
const NEEDED = { need: 'needed', shares: [SHARE], brokerSaid: undefined } as const;

describe('what a trick holds and its broker would not sell', () => {
  test('is what is held beyond what is released or not settled yet', () => {
    expect(unreleasedOf([{ symbol: 'SBIN', held: 12 }], NEEDED)).toEqual([
      { symbol: 'SBIN', heldQuantity: 12, sellableQuantity: 2, brokerSaid: undefined },
    ]);
  });

  test('is nothing where it is not sure, where nobody knows, and where enough is free', () => {
    const held = [{ symbol: 'SBIN', held: 12 }];
    expect(unreleasedOf(held, { ...NEEDED, need: 'unclear' })).toEqual([]);
    expect(unreleasedOf(held, undefined)).toEqual([]);
    expect(unreleasedOf([{ symbol: 'SBIN', held: 2 }], NEEDED)).toEqual([]);
    expect(unreleasedOf([{ symbol: 'INFY', held: 12 }], NEEDED)).toEqual([]);
  });

  test('never counts what was bought today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000), (quantity, today) => {
        const released = { ...SHARE, quantity, sellableQuantity: quantity, missingQuantity: 0 };
        return (
          unreleasedOf([{ symbol: 'SBIN', held: quantity + today }], { ...NEEDED, shares: [released] }).length === 0
        );
      }),
    );
  });

  test('is asked of live tricks that hold something for delivery alone', () => {
    const held = [{ symbol: 'SBIN', held: 1 }];
    expect(mayNeedRelease({ mode: 'live' }, { product: 'DELIVERY' }, held)).toBe(true);
    expect(mayNeedRelease({ mode: 'paper' }, { product: 'DELIVERY' }, held)).toBe(false);
    expect(mayNeedRelease({ mode: 'live' }, { product: 'INTRADAY' }, held)).toBe(false);
    expect(mayNeedRelease({ mode: 'live' }, { product: 'DELIVERY' }, [{ symbol: 'SBIN', held: 0 }])).toBe(false);
  });
});

describe('the board', () => {
  const unreleased = [{ symbol: 'SBIN', heldQuantity: 12, sellableQuantity: 2, brokerSaid: undefined }];
  const words =
    'The broker will not sell what it holds before you authorise the sale at CDSL; it may sell so far: SBIN 2/12.';

  test('says that a trick will not trade whose shares cannot be sold, and where that is mended', () => {
    const { verdict, causes } = readinessOf(withTrick({ unreleased }));
    expect(verdict).toBe('will_not');
    expect(causes).toEqual([
      {
        code: 'sale_not_authorised',
        sentence: words,
        action: { label: 'Authorise the sale', to: '/holdings?brokerId=3' },
      },
    ]);
  });

  test('has the words in which the broker refused such a sale', () => {
    const [share] = unreleased;
    const said = [{ ...share, symbol: 'SBIN', heldQuantity: 12, sellableQuantity: 2, brokerSaid: 'Not authorised.' }];
    const [cause] = readinessOf(withTrick({ unreleased: said })).causes;
    expect(cause?.sentence).toBe(`${words} The broker says: Not authorised.`);
  });

  test('leads from its summary to the same account', () => {
    const facts = withTrick({ unreleased });
    const { summary } = boardOf({ ...readyFacts(), tricks: [facts.trick] });
    expect(summary.causes[0]?.action?.to).toBe('/holdings?brokerId=3');
  });
});
