import { expect, test } from 'vitest';
import { todaysOf } from './todays.ts';

const header = (status: 'none' | 'linked', simulated: boolean, live = 0) => ({
  broker: { status },
  market: { simulated },
  todayPnlPaise: { test: 5_00, live },
});

test('live under the simulator bears the words of its badge in the bar, never those of real money', () => {
  expect(todaysOf(header('linked', true, -7_00))).toEqual([
    { badge: 'test', paise: 5_00 },
    { badge: 'live_simulated', paise: -7_00 },
  ]);
  expect(todaysOf(header('linked', false)).map(({ badge }) => badge)).toEqual(['test', 'live']);
});

test('without a broker only test is shown, unless something was live today', () => {
  expect(todaysOf(header('none', true)).map(({ badge }) => badge)).toEqual(['test']);
  expect(todaysOf(header('none', false, 1)).map(({ badge }) => badge)).toEqual(['test', 'live']);
});
