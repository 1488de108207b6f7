import { ACTIVITY_KINDS, TRADE_ACTIVITY_KINDS } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { deviceName } from '../../lib/device-name.ts';
import { isNarrowed, LOG_KINDS, logInput, TRADE_LOG_KINDS, tradeLogInput } from './log-view.ts';

test('the logs open with page 1, twelve a page, of everything', () => {
  expect(logInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(tradeLogInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(isNarrowed(tradeLogInput({ page: '3' }))).toBe(false);
});

test('an address narrows them by words, days, kind and trick', () => {
  const query = {
    page: '2',
    search: 'SBIN',
    from_date: '2026-11-01',
    to_date: '2026-11-12',
    kind: 'fill',
    TricksId: '7',
  };
  expect(tradeLogInput(query)).toEqual({
    pageNumber: 2,
    pageSize: 12,
    Search: 'SBIN',
    from_date: '2026-11-01',
    to_date: '2026-11-12',
    kind: 'fill',
    TricksId: 7,
  });
  expect(logInput({ kind: 'security', TricksId: '7' })).toEqual({ pageNumber: 1, pageSize: 12, kind: 'security' });
  expect(isNarrowed(tradeLogInput({ kind: 'fill' }))).toBe(true);
});

test('what an address cannot mean is left out', () => {
  const query = { kind: 'weather', from_date: '12-11-2026', TricksId: 'x' };
  expect(tradeLogInput(query)).toEqual(tradeLogInput({}));
  expect(logInput({ kind: 'fill' })).toEqual(logInput({}));
});

test('kinds are those of the contract', () => {
  expect(LOG_KINDS).toEqual(ACTIVITY_KINDS);
  expect(TRADE_LOG_KINDS).toEqual(TRADE_ACTIVITY_KINDS);
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36', 'Chrome Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17 Safari/605.1', 'Safari macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/131.0 Safari/604.1', 'Chrome iPhone'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36', 'Chrome Android'],
  ['curl/8.5.0', ' '],
])('%s is %s', (userAgent, words) => {
  const { browser = '', system = '' } = deviceName(userAgent);
  expect(`${browser} ${system}`).toBe(words);
});
