import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hexadecimal HMAC-SHA256, as Razorpay signs: over the bytes of an event, or `order|payment` at the end of a checkout. */
export function signatureOf(signed: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex');
}

/** Whether a signature is the one of these bytes, in a time that does not tell how far it fits. */
export function isSignedBy(signed: string | Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(signed, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
