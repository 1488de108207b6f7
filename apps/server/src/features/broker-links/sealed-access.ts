import type { BrokerAccess } from '@trickdesk/brokers';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';

/** What is kept, sealed, of a linked account. `credentials` only where their owner asked for a daily sign-in. */
const zKept = z.strictObject({
  apiKey: z.string(),
  tokens: z.strictObject({
    accessToken: z.string(),
    refreshToken: z.string(),
    feedToken: z.string(),
    issuedAt: z.number(),
  }),
  credentials: z.strictObject({ pin: z.string(), totpSecret: z.string() }).optional(),
});
export type KeptSecrets = z.output<typeof zKept>;

const placeOf = (linkId: number): string => `broker_link:${linkId}`;

export function sealKept(secrets: Secrets, linkId: number, kept: KeptSecrets): Buffer {
  return secrets.seal(JSON.stringify(zKept.parse(kept)), placeOf(linkId));
}

export function openKept(secrets: Secrets, linkId: number, sealed: Buffer): KeptSecrets {
  return zKept.parse(JSON.parse(secrets.open(sealed, placeOf(linkId))));
}

export function accessOf(clientCode: string, kept: KeptSecrets): BrokerAccess {
  return { clientCode, apiKey: kept.apiKey, tokens: kept.tokens };
}
