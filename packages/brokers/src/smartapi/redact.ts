/** One line of the adapter's log. Fields are facts about a call, never its body or headers. */
export interface BrokerLogEntry {
  readonly level: 'info' | 'warn';
  readonly event: string;
  readonly [field: string]: unknown;
}

export type BrokerLog = (entry: BrokerLogEntry) => void;

const MASK = '[secret]';
const SECRET_KEYS = new Set([
  'accesstoken',
  'apikey',
  'authorization',
  'feedtoken',
  'jwttoken',
  'mpin',
  'password',
  'pin',
  'refreshtoken',
  'totp',
  'totpsecret',
  'xapikey',
  'xfeedtoken',
  'xprivatekey',
]);

/** The entry with every field masked whose name is a secret's. */
export function redactEntry(entry: BrokerLogEntry): BrokerLogEntry {
  const { level, event, ...fields } = entry;
  return { ...Object.fromEntries(Object.entries(fields).map(maskPair)), level, event };
}

/** A copy in which every value under a secret's name is masked, at any depth; `apiKey`, `api_key`, `X-Api-Key` alike. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(maskPair));
}

function maskPair([key, value]: readonly [string, unknown]): [string, unknown] {
  return [key, SECRET_KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')) ? MASK : redact(value)];
}

/** What a header may carry. Anything else must not be sent: the error of the HTTP library would repeat the value. */
export function isHeaderSafe(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

/** Cuts the given secrets out of a text that came from outside and might repeat them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // Longest first: a secret that contains another must go as a whole.
  const known = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
}
