import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type HeldLimits,
  isOutLater,
  loosens,
  type SettingsRequest,
  settingsChange,
  settingsOfClone,
  settingWords,
  squareOffProblem,
  withDefaults,
} from './settings-rules.ts';

const SESSION = { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] };
const INTRADAY = { product: 'INTRADAY', session: SESSION } as const;
const DELIVERY = { product: 'DELIVERY', session: { ...SESSION, squareOff: undefined } } as const;
const HELD: HeldLimits = {
  ...{ capital_paise: 50_000_00n, quantity_multiplier: 2 },
  ...{ max_loss_per_day_paise: 1_000_00n, max_trades_per_day: 5 },
};

describe('more is at stake', () => {
  test.each<[keyof SettingsRequest, number]>([
    ['capitalPaise', 50_000_00],
    ['quantityMultiplier', 2],
    ['maxLossPerDayPaise', 1_000_00],
    ['maxTradesPerDay', 5],
  ])('with a greater %s, not with the same or a smaller one', (name, now) => {
    const asked = [now - 1, now, now + 1, undefined].map((wanted) => loosens({ [name]: wanted }, HELD));
    expect(asked).toEqual([false, false, true, false]);
  });

  test('without a limit that was there, and never where there was none', () => {
    for (const name of ['maxLossPerDayPaise', 'maxTradesPerDay'] as const) {
      expect(loosens({ [name]: null }, HELD), name).toBe(true);
      const free = { ...HELD, max_loss_per_day_paise: null, max_trades_per_day: null };
      expect([loosens({ [name]: null }, free), loosens({ [name]: 9_999_99 }, free)], name).toEqual([false, false]);
    }
  });

  test('by one limit whatever the others do', () => {
    expect(loosens({ capitalPaise: 1, quantityMultiplier: 1, maxLossPerDayPaise: 1, maxTradesPerDay: 6 }, HELD)).toBe(
      true,
    );
  });
});

describe('a time of its owner’s own to be out', () => {
  test('may be as early as they like and no later than the rules say', () => {
    const problem = (squareOff: string | null | undefined) => squareOffProblem({ squareOff }, INTRADAY);
    expect([undefined, null, '09:16', '15:09', '15:10'].map(problem)).toEqual(Array(5).fill(undefined));
    expect(problem('15:11')).toContain('close everything at 15:10');
  });

  test('is none for a trick that may hold over night; taking it away always is allowed', () => {
    expect(squareOffProblem({ squareOff: '15:00' }, DELIVERY)).toContain('may hold over night');
    expect(squareOffProblem({ squareOff: null }, DELIVERY)).toBeUndefined();
  });

  test('lets what is held be sold later only where it and the rules together do', () => {
    const later = (squareOff: string | null | undefined, before: number | null) =>
      isOutLater({ squareOff }, { square_off_minute: before }, INTRADAY);
    const [two, three] = [14 * 60, 15 * 60];
    expect([later('15:00', two), later(null, two), later('14:00', three)]).toEqual([true, true, false]);
    expect([later('14:00', two), later(undefined, two)]).toEqual([false, false]);
    // The rules sell at 15:10 whatever its owner says.
    expect([later('15:20', null), later(null, 15 * 60 + 10), later(null, 15 * 60 + 9)]).toEqual([false, false, true]);
    expect(isOutLater({ squareOff: null }, { square_off_minute: two }, DELIVERY)).toBe(false);
  });
});

describe('what a request changes', () => {
  test('is what it names: a limit set to null is taken away, one that it leaves out stays', () => {
    expect(settingsChange({})).toEqual({});
    const all = {
      capitalPaise: 5,
      quantityMultiplier: 3,
      maxLossPerDayPaise: 7,
      maxTradesPerDay: 9,
      squareOff: '14:05',
    };
    expect(settingsChange({ ...all, notify: { trades: true, halts: false } })).toEqual({
      ...{ capital_paise: 5n, quantity_multiplier: 3, max_loss_per_day_paise: 7n, max_trades_per_day: 9 },
      ...{ square_off_minute: 14 * 60 + 5, notify: '{"trades":true,"halts":false}' },
    });
    expect(settingsChange({ maxLossPerDayPaise: null, maxTradesPerDay: null, squareOff: null })).toEqual({
      max_loss_per_day_paise: null,
      max_trades_per_day: null,
      square_off_minute: null,
    });
  });

  test('is in the account’s log in words', () => {
    expect(settingWords({})).toBe('nothing');
    expect(
      settingWords({ capitalPaise: 50_000_00, quantityMultiplier: 2, maxTradesPerDay: 5, squareOff: '15:00' }),
    ).toBe('capital ₹50,000.00, quantity × 2, trades a day 5, square-off 15:00');
    expect(settingWords({ maxLossPerDayPaise: null, maxTradesPerDay: null, squareOff: null })).toBe(
      'largest loss a day taken away, trades a day taken away, square-off taken away',
    );
    expect(settingWords({ maxLossPerDayPaise: 1_00 })).toBe('largest loss a day ₹1.00');
    const alerts = (trades: boolean, halts: boolean) => settingWords({ notify: { trades, halts } });
    expect([alerts(true, true), alerts(true, false), alerts(false, true), alerts(false, false)]).toEqual([
      'alerts for trades and halts',
      'alerts for trades',
      'alerts for halts',
      'alerts for nothing',
    ]);
  });
});

test('a person’s defaults keep what a request does not name, and lose what it takes away', () => {
  const defaults = { capitalPaise: 5, maxTradesPerDay: 9, squareOff: '15:00' };
  expect(withDefaults(defaults, {})).toEqual(defaults);
  expect(withDefaults(defaults, { capitalPaise: undefined, maxTradesPerDay: null, squareOff: '14:00' })).toEqual({
    capitalPaise: 5,
    squareOff: '14:00',
  });
  expect(withDefaults({}, { maxLossPerDayPaise: 7 })).toEqual({ maxLossPerDayPaise: 7 });
});

describe('a new copy', () => {
  test('begins with its owner’s defaults, and tells of trades and halts where they said nothing', () => {
    expect(
      settingsOfClone({ capitalPaise: 9, maxTradesPerDay: 3, notify: { trades: false, halts: true } }, 5n),
    ).toEqual({
      ...{ capital_paise: 9n, max_trades_per_day: 3, notify: '{"trades":false,"halts":true}' },
    });
    expect(settingsOfClone({}, 5n)).toEqual({ capital_paise: 5n, notify: '{"trades":true,"halts":true}' });
  });

  test('never has less capital than its strategy needs', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(), { nil: undefined }), fc.nat(), (capitalPaise, least) => {
        const { capital_paise: capital } = settingsOfClone({ capitalPaise }, BigInt(least));
        expect(capital).toBe(BigInt(Math.max(capitalPaise ?? 0, least)));
      }),
    );
  });
});
