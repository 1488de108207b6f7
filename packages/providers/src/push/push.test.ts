import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { areKeysOfBrowser, encryptPush } from './encrypt.ts';
import { isPublicAddress, isPushEndpoint } from './endpoint.ts';
import type { PushMessage, PushOutcome } from './port.ts';
import { createWebPush, type WebPushParts } from './send.ts';
import { createVapid, drawVapidKey } from './vapid.ts';

/** RFC 8291, appendix A. */
const EXAMPLE = {
  payload: 'When I grow up, I want to be a watermelon',
  ownPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** As the browser reads it. */
function readAsBrowser(sealed: Buffer, privateKey: Buffer, auth: Buffer): string {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const [salt, point, text] = [sealed.subarray(0, 16), sealed.subarray(21, 86), sealed.subarray(86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), point]);
  const input = Buffer.from(hkdfSync('sha256', browser.computeSecret(point), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(text.subarray(-16));
  const plain = Buffer.concat([cipher.update(text.subarray(0, -16)), cipher.final()]);
  expect(plain.at(-1)).toBe(2);
  return plain.subarray(0, -1).toString();
}

describe('sealing (RFC 8291)', () => {
  test('the standard’s own example comes out to the byte', () => {
    const sealed = encryptPush(Buffer.from(EXAMPLE.payload), EXAMPLE, {
      privateKey: bytes(EXAMPLE.ownPrivate),
      salt: bytes(EXAMPLE.salt),
    });
    expect(sealed.toString('base64url')).toBe(EXAMPLE.sealed);
  });

  test('each message is sealed anew, and the browser reads it', () => {
    const [one, two] = [1, 2].map(() => encryptPush(Buffer.from('Sold 5 TCS'), EXAMPLE));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
    const read = readAsBrowser(one ?? Buffer.alloc(0), bytes(EXAMPLE.browserPrivate), bytes(EXAMPLE.auth));
    expect(read).toBe('Sold 5 TCS');
  });

  test('keys that are none are refused, a point beside the curve too', () => {
    expect(areKeysOfBrowser(EXAMPLE)).toBe(true);
    const beside = bytes(EXAMPLE.p256dh);
    beside[64] = (beside[64] ?? 0) ^ 1;
    for (const wrong of [
      { ...EXAMPLE, p256dh: beside.toString('base64url') },
      { ...EXAMPLE, p256dh: EXAMPLE.p256dh.slice(0, -4) },
      { ...EXAMPLE, auth: 'AAAA' },
    ]) {
      expect(areKeysOfBrowser(wrong)).toBe(false);
      expect(() => encryptPush(Buffer.from('x'), wrong)).toThrow();
    }
  });
});

/** Whether a token was signed by the key that stands beside it. */
function isSignedBy(authorization: string): boolean {
  const [, token = '', k = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head, claims, signature = ''] = token.split('.');
  const point = bytes(k);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes(signature));
}

const claimsOf = (authorization: string) =>
  JSON.parse(bytes(/t=[^.]+\.([^.]+)/.exec(authorization)?.[1] ?? '').toString());

describe('who sends (RFC 8292)', () => {
  test('the check below takes the standard’s own example, and no other', () => {
    const example =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    expect(isSignedBy(example)).toBe(true);
    expect(isSignedBy(example.replace('i3CYb7', 'i3CYb8'))).toBe(false);
  });

  test('a token names the service, us and half a day, and is used for an hour', () => {
    const now = Date.UTC(2026, 0, 5, 4, 0);
    const vapid = createVapid(drawVapidKey(), 'mailto:desk@mail.test');
    const first = vapid.authorizationFor('https://push.example.net', now);
    expect(isSignedBy(first)).toBe(true);
    expect(claimsOf(first)).toEqual({
      aud: 'https://push.example.net',
      exp: now / 1_000 + 12 * 3_600,
      sub: 'mailto:desk@mail.test',
    });
    expect(vapid.authorizationFor('https://push.example.net', now + 3_599_999)).toBe(first);
    const later = vapid.authorizationFor('https://push.example.net', now + 3_600_000);
    expect([later === first, isSignedBy(later)]).toEqual([false, true]);
    expect(bytes(vapid.publicKey)).toHaveLength(65);
  });
});

describe('where it is sent', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is a maker’s', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user:pass@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.test/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://notify.windows.com.evil.test/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'https://[::1]/abc',
    `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
    'no address',
  ])('%s is not', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));

  test('addresses of this machine and of private networks are not asked', () => {
    const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
    const insideSix = ['::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'name'];
    for (const address of [...inside, ...insideSix])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['142.250.74.10', '2a00:1450:4001:80b::200a']) expect(isPublicAddress(address)).toBe(true);
  });
});

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let service: Server | undefined;
afterEach(() => void service?.close());

/** A push service that answers as it is told. */
async function openService(status: number, headers: Readonly<Record<string, string>> = {}) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    got.push({ headers: request.headers, body: Buffer.concat(parts) });
    if (status > 0) response.writeHead(status, headers).end('not read');
  });
  service = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { got, endpoint: `http://localhost:${port}/to/me` };
}

const MESSAGE: PushMessage = { payload: '{"title":"Sold"}', ttlSeconds: 3_600, urgency: 'high', topic: 'a7' };
const ANYWHERE = { isEndpoint: () => true, isAddress: () => true };
const vapid = createVapid(drawVapidKey(), 'mailto:desk@mail.test');
const send = (endpoint: string, parts: Partial<WebPushParts> = {}): Promise<PushOutcome> =>
  createWebPush({ vapid, now: Date.now, reach: ANYWHERE, ...parts }).send({ ...EXAMPLE, endpoint }, MESSAGE);

describe('sending', () => {
  test('a message arrives sealed, signed, with its time, urgency and topic', async () => {
    const { got, endpoint } = await openService(201);
    expect(await send(endpoint)).toEqual({ kind: 'taken' });
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = got;
    expect(headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: 'a7', 'content-encoding': 'aes128gcm' });
    expect(isSignedBy(headers.authorization ?? '')).toBe(true);
    expect(claimsOf(headers.authorization ?? '').aud).toBe(new URL(endpoint).origin);
    expect(readAsBrowser(body, bytes(EXAMPLE.browserPrivate), bytes(EXAMPLE.auth))).toBe(MESSAGE.payload);
  });

  test.each<[number, PushOutcome]>([
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [413, { kind: 'refused', httpStatus: 413 }],
    [307, { kind: 'refused', httpStatus: 307 }],
    [429, { kind: 'unclear', cause: 'busy', retryAfterSeconds: 120 }],
    [503, { kind: 'unclear', cause: 'busy', retryAfterSeconds: 120 }],
  ])('%i is understood', async (status, outcome) => {
    const { endpoint } = await openService(status, { 'retry-after': '120', location: 'http://127.0.0.1:9/' });
    expect(await send(endpoint)).toEqual(outcome);
  });

  test('no answer is unclear, never an error', async () => {
    const { endpoint } = await openService(0);
    expect(await send(endpoint, { timeoutMs: 100 })).toEqual({ kind: 'unclear', cause: 'timeout' });
    expect(await send('http://localhost:9/')).toEqual({ kind: 'unclear', cause: 'network' });
  });

  test('an endpoint that is nobody’s is not asked, nor a name that leads into our own network', async () => {
    const { got, endpoint } = await openService(201);
    expect(await send(endpoint, { reach: { ...ANYWHERE, isEndpoint: isPushEndpoint } })).toEqual({ kind: 'gone' });
    const outcome = await send(endpoint, { reach: { ...ANYWHERE, isAddress: isPublicAddress } });
    expect([outcome, got]).toEqual([{ kind: 'unclear', cause: 'network' }, []]);
  });
});
