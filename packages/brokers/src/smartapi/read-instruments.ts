import type { BrokerReply, ListedInstrument, MarketData, MasterSummary } from '../port.ts';
import { causeOf } from './http-exchange.ts';
import { ObjectSplitter, readMasterRow } from './instrument-master.ts';
import { jsonOrUndefined } from './reading.ts';

export interface MasterSource {
  readonly fetch: typeof fetch;
  readonly masterUrl: string;
  readonly timeoutMs: number;
}

const BATCH_ROWS = 1000;

/** Reads the public instrument file piece by piece. Never repeated by itself: pieces may have been accepted. */
export async function readInstruments(
  source: MasterSource,
  accept: Parameters<MarketData['readInstruments']>[0],
): Promise<BrokerReply<MasterSummary>> {
  const opened = await open(source);
  if (opened.kind !== 'ok') return opened;
  const collector = new Collector();
  const splitter = new ObjectSplitter();
  const pieces = opened.value.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await nextPiece(pieces);
    if (piece.kind !== 'ok') return piece;
    if (piece.value === undefined) break;
    for (const text of splitter.push(piece.value)) collector.add(text);
    if (collector.rows.length >= BATCH_ROWS) await accept(collector.take());
  }
  if (splitter.end() === 'cut_off') return { kind: 'unavailable', cause: 'unreadable_reply' };
  if (collector.rows.length > 0) await accept(collector.take());
  return { kind: 'ok', value: { accepted: collector.accepted, skipped: collector.skipped } };
}

class Collector {
  accepted = 0;
  skipped = 0;
  rows: ListedInstrument[] = [];

  add(text: string): void {
    const row = readMasterRow(jsonOrUndefined(text));
    if (row === undefined) this.skipped += 1;
    else this.rows.push(row);
  }

  take(): readonly ListedInstrument[] {
    const { rows } = this;
    this.accepted += rows.length;
    this.rows = [];
    return rows;
  }
}

async function open(source: MasterSource): Promise<BrokerReply<ReadableStream<Uint8Array<ArrayBuffer>>>> {
  try {
    const response = await source.fetch(source.masterUrl, { signal: AbortSignal.timeout(source.timeoutMs) });
    if (response.ok && response.body) return { kind: 'ok', value: response.body };
    await response.body?.cancel();
    if (response.status === 403) return { kind: 'unavailable', cause: 'blocked' };
    return { kind: 'unavailable', cause: response.status >= 500 ? 'broker_fault' : 'unreadable_reply' };
  } catch (error) {
    return { kind: 'unavailable', cause: causeOf(error) };
  }
}

async function nextPiece(pieces: ReadableStreamDefaultReader<string>): Promise<BrokerReply<string | undefined>> {
  try {
    const { done, value } = await pieces.read();
    return { kind: 'ok', value: done ? undefined : value };
  } catch (error) {
    return { kind: 'unavailable', cause: causeOf(error) };
  }
}
