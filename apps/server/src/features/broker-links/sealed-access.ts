import type { BrokerAccess } from '@trickdesk/brokers';
import type { Secrets } from '../../platform/secrets.ts';

/** What is kept, sealed, of a linked account. `credentials` only where their owner asked for a daily sign-in. */
export interface KeptSecrets {
  readonly apiKey: string;
  readonly tokens: {
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly feedToken: string;
    readonly issuedAt: number;
  };
  readonly credentials?: { readonly pin: string; readonly totpSecret: string };
}

const placeOf = (linkId: number): string => `broker_link:${linkId}`;

export function sealKept(secrets: Secrets, linkId: number, kept: KeptSecrets): Buffer {
  return secrets.seal(JSON.stringify(kept), placeOf(linkId));
}

/** @throws Error where the seal is broken or another release kept something else */
export function openKept(secrets: Secrets, linkId: number, sealed: Buffer): KeptSecrets {
  const kept: unknown = JSON.parse(secrets.open(sealed, placeOf(linkId)));
  if (!isKept(kept)) throw new Error(`the secrets of link ${linkId} are of another shape`);
  return kept;
}

function isKept(value: unknown): value is KeptSecrets {
  if (!holds(value, 'string', ['apiKey']) || !('tokens' in value)) return false;
  const { tokens } = value;
  const tokensHold =
    holds(tokens, 'string', ['accessToken', 'refreshToken', 'feedToken']) && holds(tokens, 'number', ['issuedAt']);
  return tokensHold && (!('credentials' in value) || holds(value.credentials, 'string', ['pin', 'totpSecret']));
}

function holds(value: unknown, type: 'string' | 'number', fields: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const known = new Map<string, unknown>(Object.entries(value));
  return fields.every((field) => typeof known.get(field) === type);
}

export function accessOf(clientCode: string, kept: KeptSecrets): BrokerAccess {
  return { clientCode, apiKey: kept.apiKey, tokens: kept.tokens };
}
