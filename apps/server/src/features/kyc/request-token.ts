import type { Secrets } from '../../platform/secrets.ts';

/**
 * The number behind a code is needed once more when the code is checked, and is never stored: it travels sealed to the
 * browser and back, bound to its request.
 */
export function sealRequest(secrets: Secrets, id: string, aadhaarNumber: string): string {
  return `${id}.${secrets.seal(aadhaarNumber, placeOf(id)).toString('base64url')}`;
}

export interface OpenedRequest {
  readonly id: string;
  readonly aadhaarNumber: string;
}

/** @returns `undefined` for what we did not seal */
export function openRequest(secrets: Secrets, token: string): OpenedRequest | undefined {
  const [id = '', sealed = ''] = token.split('.');
  if (!isRequestId(id)) return undefined;
  try {
    return { id, aadhaarNumber: secrets.open(Buffer.from(sealed, 'base64url'), placeOf(id)) };
  } catch {
    // A seal does not say why it does not open: forged, cut off, or of a master key that is gone. All are one answer.
    return undefined;
  }
}

/** What the database takes as a uuid. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

const placeOf = (id: string): string => `aadhaar_request:${id}`;
