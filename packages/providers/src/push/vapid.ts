import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** What says to push services who sends (RFC 8292). */
export interface VapidKey {
  /** The number of the private key on P-256, in base 64 for URLs. Secret. */
  readonly privateKey: string;
}

export interface Vapid {
  /** The point that browsers are told when they subscribe, in base 64 for URLs. */
  readonly publicKey: string;
  /** The `authorization` of a message to a service. @param origin of the endpoint @param now milliseconds */
  readonly authorizationFor: (origin: string, now: number) => string;
}

const MS_IN_SECOND = 1_000;
/** The standard allows a day; clocks differ. */
const VALID_SECONDS = 12 * 60 * 60;
/** A service compares signatures by their text: one is used for an hour. */
const REUSED_MS = 60 * 60_000;

/** @returns a private key, for whoever keeps it sealed */
export function drawVapidKey(): VapidKey {
  const drawn = createECDH('prime256v1');
  drawn.generateKeys();
  return { privateKey: padded(drawn.getPrivateKey()).toString('base64url') };
}

/** @param contact whom a service writes to about what we send: `mailto:` or `https:` */
export function createVapid({ privateKey }: VapidKey, contact: string): Vapid {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const key = keyOf(privateKey, point);
  const made = new Map<string, { readonly text: string; readonly at: number }>();
  return {
    publicKey,
    authorizationFor: (origin, now) => {
      const known = made.get(origin);
      if (known && now - known.at < REUSED_MS && now >= known.at) return known.text;
      const text = `vapid t=${tokenFor({ origin, contact, now }, key)}, k=${publicKey}`;
      made.set(origin, { text, at: now });
      return text;
    },
  };
}

interface Claims {
  readonly origin: string;
  readonly contact: string;
  readonly now: number;
}

function tokenFor({ origin, contact, now }: Claims, key: KeyObject): string {
  const exp = Math.floor(now / MS_IN_SECOND) + VALID_SECONDS;
  const head = inBase64({ typ: 'JWT', alg: 'ES256' });
  const signed = `${head}.${inBase64({ aud: origin, exp, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function keyOf(d: string, point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}

const inBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Leading zeros belong to it. */
const padded = (number: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - number.length), number]);
