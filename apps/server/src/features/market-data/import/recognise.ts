import type { CandleColumns } from './candle-rows.ts';
import { UnreadableFile } from './report.ts';

export type FileKind =
  | { readonly kind: 'candles'; readonly daily: boolean; readonly columns: CandleColumns }
  | { readonly kind: 'ticks'; readonly at: number; readonly price: number; readonly volume: number }
  | { readonly kind: 'instruments' };

/**
 * Tells a file by its first line.
 *
 * @throws UnreadableFile for anything else
 */
export function recognise(firstLine: string): FileKind {
  if (/^\s*\[/.test(firstLine)) return { kind: 'instruments' };
  const names = firstLine.split(',').map((name) => name.trim().toLowerCase());
  const place = (name: string): number | undefined => {
    const at = names.indexOf(name);
    return at < 0 ? undefined : at;
  };
  const [ts, ltp, running] = [place('ts'), place('ltp'), place('cum_volume')];
  if (ts !== undefined && ltp !== undefined && running !== undefined) {
    return { kind: 'ticks', at: ts, price: ltp, volume: running };
  }
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map(place);
  const at = place('date') ?? ts;
  // A file of many instruments has one of these; its rows must not be mixed into one series.
  const many = ['symbol', 'strike', 'expiry', 'series'].find((name) => names.includes(name));
  if (many !== undefined) throw new UnreadableFile(`a file with a column "${many}" holds many instruments`, 1);
  if (at === undefined || open === undefined || high === undefined || low === undefined || close === undefined) {
    throw new UnreadableFile(
      'the first line names neither date or ts, open, high, low, close, nor ts, ltp, cum_volume, and is no JSON list',
      1,
    );
  }
  return {
    kind: 'candles',
    daily: place('date') !== undefined,
    columns: { at, open, high, low, close, volume: place('volume') },
  };
}
