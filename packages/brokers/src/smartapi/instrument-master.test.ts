import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ObjectSplitter, readMasterRow } from './instrument-master.ts';

const share = {
  token: '3045',
  symbol: 'SBIN-EQ',
  name: 'SBIN',
  expiry: '',
  strike: '-1.000000',
  lotsize: '1',
  instrumenttype: '',
  exch_seg: 'NSE',
  tick_size: '10.000000',
};

test('a share, an ETF, an index and an option are read in our words', () => {
  expect(readMasterRow({ ...share, is_cas_enabled: 'Y' })).toEqual({
    exchange: 'NSE',
    token: '3045',
    symbol: 'SBIN',
    tradingSymbol: 'SBIN-EQ',
    kind: 'equity',
    tickPaise: 10,
    lotSize: 1,
    expiry: undefined,
    strikePaise: undefined,
  });
  expect(readMasterRow({ ...share, symbol: 'NIFTYBEES-EQ', name: 'NIFTYBEES', tick_size: '1.000000' })).toMatchObject({
    kind: 'etf',
    tickPaise: 1,
  });
  for (const name of ['SETFGOLD', 'LIQUIDCASE', 'LIQUID1', 'GOLDCASE']) {
    expect(readMasterRow({ ...share, symbol: `${name}-EQ`, name }), name).toMatchObject({ kind: 'etf' });
  }
  const index = {
    ...share,
    token: '99926000',
    symbol: 'Nifty 50',
    name: 'NIFTY',
    instrumenttype: 'AMXIDX',
    tick_size: '0.000000',
  };
  expect(readMasterRow(index)).toMatchObject({ kind: 'index', tickPaise: 1, tradingSymbol: 'Nifty 50' });
  const option = {
    ...share,
    token: '63915',
    symbol: 'NIFTY28JUL2623500CE',
    name: 'NIFTY',
    expiry: '28JUL2026',
    strike: '2350000.000000',
    lotsize: '65',
    instrumenttype: 'OPTIDX',
    exch_seg: 'NFO',
    tick_size: '5.000000',
  };
  expect(readMasterRow(option)).toMatchObject({
    kind: 'option',
    expiry: '2026-07-28',
    strikePaise: 2_350_000,
    lotSize: 65,
    tickPaise: 5,
  });
});

test('rows of other segments and rows that make no sense are left out', () => {
  for (const odd of [
    { ...share, exch_seg: 'CDS' },
    { ...share, exch_seg: 'nse_cm' },
    { ...share, token: '' },
    { ...share, token: 'ABC' },
    { ...share, tick_size: '0.250000' },
    { ...share, tick_size: '' },
    { ...share, lotsize: '0' },
    { ...share, instrumenttype: 'SWAP' },
    'text',
    undefined,
  ]) {
    expect(readMasterRow(odd)).toBeUndefined();
  }
});

test('objects come out whole wherever the stream is cut', () => {
  const object = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.integer(), fc.constant('{"\\'), fc.constant(null)),
  );
  fc.assert(
    fc.property(
      fc.array(object, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (objects, sizes) => {
        const text = JSON.stringify(objects, null, 1);
        const splitter = new ObjectSplitter();
        const found: string[] = [];
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const size = sizes[i % sizes.length] ?? 1;
          found.push(...splitter.push(text.slice(at, at + size)));
          at += size;
        }
        expect(found.map((one) => JSON.parse(one))).toEqual(JSON.parse(text));
        expect(splitter.end()).toBe('complete');
      },
    ),
  );
});

test('a list that was cut off does not look like a whole one', () => {
  const text = JSON.stringify([share, share]);
  for (let length = 0; length < text.length; length += 7) {
    const splitter = new ObjectSplitter();
    splitter.push(text.slice(0, length));
    expect(splitter.end()).toBe('cut_off');
  }
});
