import type { MarketSource, SourceTick } from '@trickdesk/brokers/simulator';

/** The same market with these shares alone. */
export function only(source: MarketSource, instruments: MarketSource['instruments']): MarketSource {
  const tokens = new Set(instruments.map(({ token }) => token));
  return {
    ...source,
    instruments,
    ticks: (session) => filtered(source.ticks(session), tokens),
  };
}

function* filtered(ticks: Iterator<SourceTick>, tokens: ReadonlySet<string>): Generator<SourceTick, undefined> {
  for (let next = ticks.next(); !next.done; next = ticks.next()) if (tokens.has(next.value.token)) yield next.value;
}
