import {
  type BarColumns,
  barPath,
  compileStrategy,
  createBarBuilder,
  createRun,
  type MutableBar,
  readRow,
  type Tick,
} from '@trickdesk/engine';
import { HeardMinutes } from '../../apps/server/src/features/deployments/runner/heard-minutes.ts';
import { HeldRun } from '../../apps/server/src/features/deployments/runner/held-run.ts';
import { BENCH_CALENDAR, randomBars } from './series.ts';
import { definitionOf } from './strategies.ts';

/** Ticks through bars and running tricks, in a process of its own: `node ticks-child.ts <tricks>`. */
const tricks = Number(process.argv[2] ?? '100');
const INSTRUMENTS = 10;
const WARM_BARS = 375;
const BARS = 3 * 375;
/** Ticks of one instrument in a minute: about one a second, as the recorded sessions have them. */
const TICKS_IN_A_BAR = 60;

const series = Array.from({ length: INSTRUMENTS }, (_, i) => randomBars(WARM_BARS + BARS, 100 + i));
let batches = 0;
const runsOf = Array.from({ length: INSTRUMENTS }, (_, instrument) =>
  Array.from({ length: Math.ceil((tricks - instrument) / INSTRUMENTS) }, (_, i) => runOn(instrument, i)),
);

for (let minute = 0; minute < WARM_BARS; minute += 1) {
  for (let i = 0; i < INSTRUMENTS; i += 1) {
    const bar = barAt(i, minute);
    // Long past by the exchange's clock: it warms indicators and enters nothing.
    for (const run of runsOf[i] ?? []) run.onBar(i, { bar, unheard: [] }, bar.openAt + 600_000);
  }
}
const stream = ticksOf(series);
const heard = new HeardMinutes();
const builders = series.map((_, instrument) => {
  const runs = runsOf[instrument] ?? [];
  for (const run of runs) run.watchFromNextMinute((series[instrument]?.time[WARM_BARS] ?? 0) - 60_000);
  return {
    builder: createBarBuilder({ calendar: BENCH_CALENDAR, latenessMs: 0 }),
    sink: {
      onTick: (at: number, pricePaise: number) => {
        heard.note(instrument, at, pricePaise);
        for (const run of runs) run.onTick(instrument, at, pricePaise);
      },
      onBar: (bar: Readonly<MutableBar>) => {
        const told = { bar, unheard: heard.unheardOf(instrument, bar) };
        for (const run of runs) run.onBar(instrument, told, bar.openAt + 60_000);
      },
    },
  };
});
batches = 0;
const startedAt = performance.now();
for (const { instrument, tick } of stream) {
  const target = builders[instrument];
  target?.builder.push(tick, target.sink);
}
const seconds = (performance.now() - startedAt) / 1_000;
if (batches === 0) throw new Error('nothing was decided: the measurement would be of nothing');
process.stdout.write(
  JSON.stringify({ ticksPerSecond: stream.length / seconds, ticks: stream.length, tricks, batches }),
);

function runOn(instrument: number, i: number): HeldRun {
  const symbol = `SHARE${instrument}`;
  const strategy = compileStrategy(
    definitionOf({
      format: 1,
      instruments: [{ exchange: 'NSE', symbol }],
      interval: '1m',
      product: 'INTRADAY',
      direction: 'long',
      session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:15', weekdays: [1, 2, 3, 4, 5] },
      entry: { long: `ema(close, ${5 + (i % 5)}) crosses above ema(close, ${20 + i})` },
      exit: { long: `ema(close, ${5 + (i % 5)}) crosses below ema(close, ${20 + i})` },
      risk: { stopLoss: { kind: 'percent', percent: 0.4 }, target: { kind: 'percent', percent: 0.8 } },
      sizing: { method: 'capital_share', percent: 90 },
    }),
  );
  return new HeldRun({
    run: createRun({
      strategy,
      bases: [{ exchange: 'NSE', symbol, tickPaise: 5, lotSize: 1, enabled: true }],
      settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
      calendar: BENCH_CALENDAR,
      costs: 'angelone',
      slippageBps: 2,
    }),
    instrumentIds: [instrument],
    fedUntil: [0],
    isOnPaper: true,
    onBatch: () => {
      batches += 1;
    },
  });
}

function barAt(instrument: number, row: number): MutableBar {
  const bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  readRow(series[instrument] ?? randomBars(0, 0), row, bar);
  return bar;
}

/** The instruments' ticks in the order in which a feed brings them, made before the measurement. */
function ticksOf(all: readonly BarColumns[]): readonly { readonly instrument: number; readonly tick: Tick }[] {
  const ticks: { instrument: number; tick: Tick }[] = [];
  const volumes = all.map(() => 0);
  for (let row = WARM_BARS; row < WARM_BARS + BARS; row += 1) {
    const paths = all.map((_, instrument) => barPath(barAt(instrument, row), '1m'));
    for (let n = 0; n < TICKS_IN_A_BAR; n += 1) {
      for (let instrument = 0; instrument < all.length; instrument += 1) {
        const point = paths[instrument]?.[Math.floor((n * 4) / TICKS_IN_A_BAR)];
        const at = (all[instrument]?.time[row] ?? 0) + n * 1_000;
        volumes[instrument] = (volumes[instrument] ?? 0) + 10;
        ticks.push({
          instrument,
          tick: { at, pricePaise: point?.pricePaise ?? 0, cumulativeVolume: volumes[instrument] ?? 0 },
        });
      }
    }
  }
  return ticks;
}
