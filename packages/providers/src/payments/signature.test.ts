import { expect, test } from 'vitest';
import { isSignedBy, signatureOf } from './signature.ts';

// Computed once outside, from the documented rule of each signature.
test('the end of a checkout is signed over the order and the payment', () => {
  expect(signatureOf('order_IluGWxBm9U8zJ8|pay_IH4NVgf4Dreq1l', 'test_key_secret')).toBe(
    '34e54fc403561b4f9bd4df51fe30b7c8f9d614d823e82a8e4389a8669f5af0b2',
  );
});

test('an event is signed over its bytes; one byte, one letter or another secret is no signature', () => {
  const body =
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_IH4NVgf4Dreq1l","amount":50000}}}}';
  const signature = '4199a9d3818fbcda69897128995c19ac58bc5b04ec261d78bcb6149bcaee7b53';
  const secret = 'whsec_test_123';
  expect(isSignedBy(Buffer.from(body), signature, secret)).toBe(true);
  expect(isSignedBy(`${body} `, signature, secret)).toBe(false);
  expect(isSignedBy(body, signature.replace('4', '5'), secret)).toBe(false);
  expect(isSignedBy(body, signature.slice(0, 63), secret)).toBe(false);
  expect(isSignedBy(body, '', secret)).toBe(false);
  expect(isSignedBy(body, signature, 'another')).toBe(false);
});
