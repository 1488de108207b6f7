import type { MarketSource, SourceTick } from '@trickdesk/brokers/simulator';
import type { EpochMs } from '@trickdesk/domain';

const MINUTE_MS = 60_000;

/**
 * The same prices without a gap inside a minute: between two points of a bar's path the market trades at every price on
 * the tick grid, at the moment of the later point. Each tick is due at a moment of its own, so that a test can stop
 * after any of them.
 */
export function walkedMarket(source: MarketSource): MarketSource {
  return { ...source, ticks: (session) => walk(source, source.ticks(session)) };
}

function* walk(source: MarketSource, ticks: Iterator<SourceTick>): Generator<SourceTick, undefined> {
  const steps = new Map(source.instruments.map(({ token, tickPaise }) => [token, tickPaise]));
  const before = new Map<string, SourceTick>();
  let due: EpochMs = 0;
  for (let next = ticks.next(); !next.done; next = ticks.next()) {
    const tick = next.value;
    for (const part of partsOf(tick, before.get(tick.token), steps.get(tick.token) ?? 1)) {
      due = Math.max(due + 1, part.due);
      yield { ...part, due };
    }
    before.set(tick.token, tick);
  }
}

function* partsOf(tick: SourceTick, before: SourceTick | undefined, step: number): Generator<SourceTick> {
  const isFirst = !before || Math.floor(before.at / MINUTE_MS) !== Math.floor(tick.at / MINUTE_MS);
  if (!isFirst && tick.traded) {
    const way = Math.sign(tick.pricePaise - before.pricePaise) * step;
    const { cumVolume } = before;
    for (let at = before.pricePaise + way; way !== 0 && (tick.pricePaise - at) * way > 0; at += way) {
      yield { ...tick, pricePaise: at, cumVolume };
    }
  }
  yield tick;
}
