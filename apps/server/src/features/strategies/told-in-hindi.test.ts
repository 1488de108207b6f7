import { readFileSync } from 'node:fs';
import { sentenceTeller } from '@trickdesk/domain';
import {
  compileStrategy,
  contractOf,
  type Decision,
  explainDecision,
  INDICATOR_NAMES,
  indicatorSpec,
  parseDefinition,
  parseExpression,
  refusalsOf,
  type StrategyDefinition,
  type VetoRule,
  verdictWords,
} from '@trickdesk/engine';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from './catalogue/index.ts';

const hindi = JSON.parse(
  readFileSync(new URL('../../../../web/public/assets/locales/hi.json', import.meta.url), 'utf8'),
);
const tell = sentenceTeller({ sentences: hindi.server, parts: hindi.serverParts });

/** Words of conditions as they are written, and of indicators: the same in every language. */
const OF_CONDITIONS =
  /\b(?:crosses|above|below|and|or|close|open|high|low|volume|fast|slow|value|adx|upper|middle|lower|[a-z]+_[a-z_]+)\b|[a-z_]+\(/g;

/** What a sentence still says in English once it is told. */
function english(sentence: string): string | undefined {
  const told = tell(sentence);
  return /[A-Za-z]{2,} [a-z]{2,}|[a-z]{4,}/.test(told.replace(OF_CONDITIONS, '·'))
    ? `${sentence} → ${told}`
    : undefined;
}

const leftOf = (sentences: readonly string[]): string[] => sentences.flatMap((each) => english(each) ?? []);

const VETOES: Readonly<Record<VetoRule, true>> = {
  outside_session: true,
  max_trades_per_day: true,
  max_loss_per_day: true,
  max_open_positions: true,
  cooldown: true,
  base_disabled: true,
  already_in_position: true,
  quantity_zero: true,
  not_enough_cash: true,
  missed_bar: true,
  stopped: true,
  short_delivery: true,
  level_unknown: true,
  level_beyond_price: true,
  account_loss: true,
  account_trades: true,
  account_gross: true,
  account_net: true,
  account_margin: true,
  order_rate: true,
  risk_lock: true,
  kill_switch: true,
  feed_silent: true,
  stale_price: true,
  price_jump: true,
  broker_session: true,
  order_unclear: true,
  broker_refused: true,
};

const DECISION = {
  ...{ sequence: 1, at: 0, base: 0, symbol: 'SBIN', quantity: 40, pricePaise: 61_235, operands: [] },
  ...{ action: 'enter', direction: 'long', rule: 'entry' },
} satisfies Decision;

/** Every operand that may stand in a condition of a catalogue, with a value. */
function operandsOf(condition: string): Decision['operands'] {
  const parsed = parseExpression(condition);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const texts = new Set(
    condition.match(/[a-z_]+\([^()]*\)(?:\.\w+)?(?:\[\d+\])?|\b(?:close|open|high|low|volume)(?:\[\d+\])?/g),
  );
  return [...texts].map((text, i) => ({ text, value: 100 + i }));
}

function decisionsOf(definition: StrategyDefinition): string[] {
  const { entry, exit, sizing } = definition;
  const say = (decision: Partial<Decision>): string => explainDecision({ ...DECISION, ...decision }, definition);
  const sized = { method: sizing.method, capitalPaise: 1_00_000_00, amountPaise: 20_000_00, volatilityPercent: 12 };
  const conditions = [entry.long, entry.short, exit.long, exit.short].filter((text) => text !== undefined);
  return conditions.flatMap((condition) => {
    const fired = { condition, operands: operandsOf(condition) };
    return [
      say({ ...fired, sizing: sized }),
      say({ ...fired, sizing: sized, direction: 'short' }),
      say({ ...fired, sizing: { ...sized, times: 2, wantedQuantity: 57 } }),
      say({ ...fired, action: 'exit', rule: 'exit' }),
      say({ ...fired, action: 'veto', veto: 'cooldown', direction: 'short' }),
    ];
  });
}

function read(json: unknown): StrategyDefinition {
  const parsed = parseDefinition(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.definition;
}

/** Every value that an indicator gives, of the close, of another price and of none where it takes none. */
function callsOf(name: string): string[] {
  const spec = indicatorSpec(name);
  if (!spec) return [];
  const numbers = spec.parameters.map(({ integer, min, max }, i) => Math.min(max, integer ? min + 9 : min + i));
  const sources = spec.takesSource ? [['close'], ['high'], ['hl2'], ['hlc3']] : [[]];
  return sources.flatMap((source) =>
    spec.outputs.map((output) => `${name}(${[...source, ...numbers].join(', ')}).${output}`),
  );
}

describe('what the engine says of a trick', () => {
  test.each(CATALOGUE)('$name: rules, contract and decisions are told whole', (entry) => {
    const { summary, description } = entry;
    const definition = read(entry.definition);
    const days = [{ date: '2026-01-05', resultPaise: -500_00 }];
    const settings = { capitalPaise: 1_00_000_00, quantityMultiplier: 1, maxLossPerDayPaise: 1_000_00 };
    const facts = { definition, settings, disasterStopPercent: 5 };
    const modelled = { capitalPaise: 1_00_000_00, chargesPaise: 100_00, trades: 3, newestTrades: [], days };
    const doubled = { ...facts, modelled, settings: { ...settings, quantityMultiplier: 2 } };
    const larger = { ...facts, modelled, settings: { ...settings, capitalPaise: 3_00_000_00 } };
    expect(
      leftOf([
        ...compileStrategy(definition).describe(),
        ...contractOf(facts).sentences,
        ...[{ ...facts, modelled }, doubled, larger].flatMap((each) => contractOf(each).sentences),
        ...decisionsOf(definition),
      ]),
    ).toEqual([]);
    expect([summary, description].filter((each) => tell(each) === each)).toEqual([]);
  });

  test('conditions within conditions, and values of several parts', () => {
    const first = read(CATALOGUE[0]?.definition);
    const told = (long: string, price: string): string[] => {
      const risk = { ...first.risk, stopLoss: { kind: 'price' as const, price } };
      return [...compileStrategy({ ...first, entry: { long }, risk }).describe()];
    };
    const nested = 'close > 1 or (volume > 2 or not (weekday == 3 and time < 10:00)) and close < open';
    const [deep, sums] = [
      told(nested, 'close - 2 * (high - low)'),
      told('ema(close - open, 9) > abs(low - rsi(hl2 * 2, 5))', 'low'),
    ];
    const bars = told('donchian(20).upper @ 1d - close[12] > ema(close, 9) @ NIFTY 1d', 'max(low, close - 2)');
    expect(leftOf([...deep, ...sums, ...bars])).toEqual([]);
    expect(deep.map(tell)).toContain(
      'तब खरीदती है जब इनमें से कुछ भी सच हो: बंद भाव इससे ऊपर हो: 1; ये 2 सब सच हों: बंद भाव इससे नीचे हो: खुलने का भाव; इन 3 में से कम से कम एक सच हो: वॉल्यूम इससे ऊपर हो: 2; दिन बुधवार न हो; समय 10:00 या उसके बाद हो।',
    );
  });

  test('a decision says in words as well how its conditions were grouped', () => {
    const condition = 'close > open and (volume > 2 or not (high > 3 and low < 4))';
    const operands = ['close', 'open', 'volume', 'high', 'low'].map((text) => ({ text, value: 5 }));
    const definition = read(CATALOGUE[0]?.definition);
    const said = explainDecision({ ...DECISION, condition, operands }, definition);
    expect(said).toBe(
      'Bought 40 SBIN at 612.35: close (5.00) > open (5.00); at least one of these 3: volume (5) > 2; not (high (5.00) > 3); not (low (5.00) < 4).',
    );
    expect(tell(said)).toBe(
      '612.35 पर 40 SBIN खरीदे: बंद भाव (5.00) > खुलने का भाव (5.00); इन 3 में से कम से कम एक सच हो: वॉल्यूम (5) > 2; (ऊँचा भाव (5.00) > 3) नहीं; (निचला भाव (5.00) < 4) नहीं।',
    );
  });

  test('what an indicator gives has Hindi words, in rules and in decisions, of whatever price and bars', () => {
    const first = read(CATALOGUE[0]?.definition);
    const said = INDICATOR_NAMES.flatMap(callsOf).flatMap((call) =>
      [call, `${call}[1]`, `${call} @ 1d`, `${call} @ "INDIA VIX" 15m`, `${call} @ NIFTY`].flatMap((value) => {
        const condition = `${value} > 7`;
        const definition = { ...first, entry: { long: condition } };
        const fired = { condition, operands: [{ text: value, value: 12.5 }] };
        return [
          compileStrategy(definition)
            .describe()
            .find((words) => words.startsWith('Buys when')) ?? condition,
          explainDecision({ ...DECISION, ...fired }, definition),
        ];
      }),
    );
    // Prices of bars by their names as conditions write them, and the levels that charts call R1, S1 and so on.
    const inEnglish = (sentence: string) => /[a-z]/.test(tell(sentence).replace(/\b(?:hl2|hlc3|[rs]\d)\b/g, '·'));
    expect(said.filter(inEnglish)).toEqual([]);
    expect(tell('Buys when MACD 12 26 9 line crosses above MACD 12 26 9 signal.')).toBe(
      'तब खरीदती है जब MACD 12 26 9 की लाइन इसके ऊपर जाए: MACD 12 26 9 की सिग्नल लाइन।',
    );
  });

  test('a value of another instrument stands behind its name, not behind the instrument’s', () => {
    expect(
      tell('Bought 40 SBIN at 612.35: EMA 20 of daily bars of NIFTY (24,310.50) > EMA 50 of NIFTY (24,100.00).'),
    ).toBe('612.35 पर 40 SBIN खरीदे: NIFTY के दिन के बार का EMA 20 (24,310.50) > NIFTY का EMA 50 (24,100.00)।');
    expect(tell('Sold 40 SBIN at 612.35: in a position (yes); not in a position (no).')).toBe(
      '612.35 पर 40 SBIN बेचे: पोज़ीशन में (हाँ); पोज़ीशन से बाहर (नहीं)।',
    );
  });

  test('every veto and every way out', () => {
    const definition = read(CATALOGUE[0]?.definition);
    const say = (decision: Partial<Decision>): string => explainDecision({ ...DECISION, ...decision }, definition);
    const vetoes = Object.keys(VETOES) as VetoRule[];
    const ways = ['stop', 'target', 'trailing', 'square_off', 'max_hold', 'owner_exit', 'end_of_data', 'risk'] as const;
    expect(
      leftOf([
        ...vetoes.map((veto) => say({ action: 'veto', veto })),
        ...[1, 627].flatMap((times) =>
          vetoes.flatMap((veto) => {
            const refused = Array.from({ length: times }, () => ({ ...DECISION, action: 'veto' as const, veto }));
            return refusalsOf(refused, definition).map(({ words }) => words);
          }),
        ),
        ...[...ways, 'kill_switch' as const, 'broker' as const, 'exit' as const].map((rule) =>
          say({ action: 'exit', rule }),
        ),
        say({
          ...{ action: 'exit', rule: 'square_off' },
          note: 'no price came at square-off, so the last one of the day counts',
        }),
      ]),
    ).toEqual([]);
  });
});

test('a verdict is told whole, whatever speaks for or against it', () => {
  const KEYS = [
    ...['enough_data', 'net_gain', 'beyond_luck', 'interval_above_zero', 'beyond_random_entries', 'many_trades'],
    ...['walk_forward_gains', 'survives_slippage', 'small_beside_volume', 'neighbours_gain', 'no_look_ahead'],
  ] as const;
  const figures = new Proxy({}, { get: () => 3 });
  const said = (['for', 'against', 'missing'] as const).flatMap((stance) =>
    KEYS.flatMap((key) =>
      (stance === 'for' ? (['some'] as const) : (['none', 'weak'] as const)).flatMap((evidence) => {
        const reasons = [{ key, stance, decides: true, figures }] as Parameters<typeof verdictWords>[0]['reasons'];
        const words = verdictWords({ evidence, falsePositivePct: 5, reasons });
        return [words.sentence, ...words.reasons];
      }),
    ),
  );
  expect(leftOf(said)).toEqual([]);
});
