import { INTERVALS } from '@trickdesk/domain';
import fc from 'fast-check';
import { INDICATOR_NAMES, indicatorSpec } from '../../indicators/index.ts';

const PRICES = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4'];
const CLOCKS = ['time >= 09:30', 'time < 15:00', 'weekday != 5'];

const plainNumber = fc.integer({ min: 0, max: 50_000 }).map((n) => String(n / 100));

/** Numbers and conditions that the language takes, as text. What it then makes of them is the engine's affair. */
const { number, condition } = fc.letrec<{ number: string; condition: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...PRICES, 'fast', 'slow', 'day_change_percent'),
    plainNumber,
    fc.constantFrom(...INDICATOR_NAMES).chain((name) => callOf(name, tie('number'))),
    fc
      .tuple(
        fc.constantFrom(...INDICATOR_NAMES).chain((name) => callOf(name, fc.constantFrom(...PRICES))),
        fc.constantFrom('1d', '1d', '1h', 'NIFTY', 'NIFTY 1d', 'BANKNIFTY 1h', 'SHARE0', '"INDIA VIX" 1d'),
      )
      .map(([of, place]) => `${of} @ ${place}`),
    fc.tuple(tie('number'), fc.integer({ min: 0, max: 500 })).map(([of, bars]) => `(${of})[${bars}]`),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*', '/'), tie('number'))
      .map(([left, op, right]) => `(${left}) ${op} (${right})`),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('number'), tie('number'))
      .map(([name, left, right]) => `${name}(${left}, ${right})`),
    tie('number').map((of) => `abs(-(${of}))`),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(
        tie('number'),
        fc.constantFrom('<', '<=', '>', '>=', '==', '!=', 'crosses above', 'crosses below'),
        tie('number'),
      )
      .map(([left, op, right]) => `${left} ${op} ${right}`),
    fc.constantFrom(...CLOCKS),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
      .map(([left, op, right]) => `(${left}) ${op} (${right})`),
    tie('condition').map((of) => `not (${of})`),
  ),
}));

function callOf(name: string, source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const spec = indicatorSpec(name);
  if (!spec) throw new Error(`no indicator ${name}`);
  const values = spec.parameters.map(({ integer, min, max }) =>
    integer ? fc.integer({ min, max }) : fc.integer({ min: Math.ceil(min * 100), max: max * 100 }).map((n) => n / 100),
  );
  const output = fc.constantFrom(...spec.outputs).map((given) => (given === 'value' ? '' : `.${given}`));
  return fc
    .tuple(fc.tuple(...values), spec.takesSource ? fc.option(source) : fc.constant(null), output)
    .map(([args, of, given]) => `${name}(${[...(of === null ? [] : [of]), ...args].join(', ')})${given}`);
}

const level = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((n) => ({ kind: 'percent', percent: n / 100 })),
  fc.integer({ min: 1, max: 100_000 }).map((n) => ({ kind: 'points', points: n / 100 })),
  fc.record({
    kind: fc.constant('atr'),
    multiple: fc.integer({ min: 1, max: 100 }),
    length: fc.integer({ min: 1, max: 500 }),
  }),
);
const priceLevel = number.map((price) => ({ kind: 'price', price }));
const sizing = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((quantity) => ({ method: 'fixed_quantity', quantity })),
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ method: 'capital_share', percent })),
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ method: 'risk_per_trade', percent })),
  fc.record({
    method: fc.constant('volatility_target'),
    percent: fc.integer({ min: 1, max: 100 }),
    length: fc.integer({ min: 5, max: 500 }),
  }),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const bars = fc.integer({ min: 1, max: 10_000 });

/** Any definition in the shape of the schema, as JSON. Few rules across fields are kept: some are refused. */
export const anyDefinitionJson = fc.record({
  format: fc.constant(1),
  instruments: fc
    .integer({ min: 1, max: 50 })
    .map((count) => Array.from({ length: count }, (_, i) => ({ exchange: 'NSE', symbol: `SHARE${i}` }))),
  interval: fc.constantFrom(...INTERVALS),
  product: fc.constant('INTRADAY'),
  direction: fc.constant('both'),
  session: fc.constant({ entryFrom: '09:15', entryTo: '15:00', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] }),
  entry: fc.record({ long: condition, short: condition }),
  exit: fc.record({ long: condition, short: condition }),
  risk: fc
    .record({
      stopLoss: fc.oneof(level, priceLevel),
      target: maybe(fc.oneof(level, priceLevel)),
      trailing: maybe(level),
      maxTradesPerDay: maybe(fc.integer({ min: 1, max: 1_000 })),
      maxLossPerDayPaise: maybe(fc.integer({ min: 1, max: 1_000_000_00 })),
      maxOpenPositions: maybe(fc.integer({ min: 1, max: 50 })),
      cooldownBars: maybe(bars),
      maxHoldBars: maybe(bars),
    })
    .map((risk) => Object.fromEntries(Object.entries(risk).filter(([, value]) => value !== undefined))),
  sizing,
  parameters: fc.constant({
    fast: { default: 5, min: 2, max: 20, step: 1 },
    slow: { default: 13, min: 5, max: 50, step: 1 },
  }),
});
