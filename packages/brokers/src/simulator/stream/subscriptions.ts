import { MODE_LTP, MODE_QUOTE, MODE_SNAP, type PacketMode } from './packets.ts';

/** Tokens and modes that one connection may hold; a token in three modes counts three times. */
export const MOST_SUBSCRIPTIONS = 1_000;

export interface StreamRequest {
  readonly correlationId: string;
  readonly subscribe: boolean;
  readonly mode: PacketMode;
  /** `exchangeType|token`. */
  readonly keys: readonly string[];
}

export type ParsedRequest =
  | { readonly kind: 'request'; readonly request: StreamRequest }
  | { readonly kind: 'invalid'; readonly correlationId: string };

/** Reads one text frame. Anything that is not a well-formed request is invalid as a whole. */
export function parseRequest(text: string): ParsedRequest {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null) return { kind: 'invalid', correlationId: '' };
  const named: unknown = Reflect.get(body, 'correlationID');
  const correlationId = typeof named === 'string' ? named : '';
  const action: unknown = Reflect.get(body, 'action');
  const params: unknown = Reflect.get(body, 'params');
  if ((action !== 0 && action !== 1) || typeof params !== 'object' || params === null) {
    return { kind: 'invalid', correlationId };
  }
  const mode: unknown = Reflect.get(params, 'mode');
  const keys = keysOf(Reflect.get(params, 'tokenList'));
  if ((mode !== MODE_LTP && mode !== MODE_QUOTE && mode !== MODE_SNAP) || !keys)
    return { kind: 'invalid', correlationId };
  return { kind: 'request', request: { correlationId, subscribe: action === 1, mode, keys } };
}

function keysOf(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const keys: string[] = [];
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null) return undefined;
    const type: unknown = Reflect.get(entry, 'exchangeType');
    const tokens: unknown = Reflect.get(entry, 'tokens');
    if (typeof type !== 'number' || !Array.isArray(tokens)) return undefined;
    for (const token of tokens) {
      if (typeof token !== 'string') return undefined;
      keys.push(`${type}|${token}`);
    }
  }
  return keys;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one of the ways to be invalid; the caller answers E1001.
    return undefined;
  }
}

/** What one connection listens to. */
export interface Subscriptions {
  /** False where the request would pass the limit: nothing of it is taken then. Repeats are free. */
  readonly apply: (request: StreamRequest) => boolean;
  readonly modesOf: (key: string) => readonly PacketMode[];
  readonly size: () => number;
}

const MODES: readonly PacketMode[] = [MODE_LTP, MODE_QUOTE, MODE_SNAP];
const NONE: readonly PacketMode[] = [];

export function createSubscriptions(): Subscriptions {
  const held = new Map<string, readonly PacketMode[]>();
  let count = 0;
  return {
    apply: ({ subscribe, mode, keys }) => {
      const fresh = new Set(keys.filter((key) => (held.get(key) ?? NONE).includes(mode) !== subscribe));
      if (subscribe && count + fresh.size > MOST_SUBSCRIPTIONS) return false;
      for (const key of fresh) {
        const before = held.get(key) ?? NONE;
        const after = MODES.filter((m) => (m === mode ? subscribe : before.includes(m)));
        if (after.length > 0) held.set(key, after);
        else held.delete(key);
      }
      count += subscribe ? fresh.size : -fresh.size;
      return true;
    },
    modesOf: (key) => held.get(key) ?? NONE,
    size: () => count,
  };
}
