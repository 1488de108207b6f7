import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';
import { loadMasterKeys } from './secrets-file.ts';

const OLD = { id: 'k1', bytes: Buffer.alloc(32, 1) };
const NEW = { id: 'k2', bytes: Buffer.alloc(32, 2) };
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what is sealed opens in its own place alone', () => {
  const secrets = createSecrets([OLD]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      const sealed = secrets.seal(plain, 'broker_link:7');
      expect(secrets.open(sealed, 'broker_link:7')).toBe(plain);
      expect(() => secrets.open(sealed, 'broker_link:8')).toThrow();
    }),
  );
});

test('a single changed bit is noticed wherever it lies', () => {
  const secrets = createSecrets([OLD]);
  const sealed = secrets.seal('a token', 'broker_link:7');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => secrets.open(changed, 'broker_link:7'), `bit ${bit}`).toThrow();
  }
});

test('a new master key seals from now on, and the old one still opens what it sealed', () => {
  const sealedBefore = createSecrets([OLD]).seal('before', 'row:1');
  const rotated = createSecrets([NEW, OLD]);
  expect(rotated.open(sealedBefore, 'row:1')).toBe('before');
  const sealedAfter = rotated.seal('after', 'row:1');
  expect(createSecrets([NEW]).open(sealedAfter, 'row:1')).toBe('after');
  expect(() => createSecrets([NEW]).open(sealedBefore, 'row:1')).toThrow('not here');
});

test('the same text is never sealed to the same bytes, and keys of two purposes differ', () => {
  const secrets = createSecrets([OLD]);
  expect(secrets.seal('x', 'row:1').equals(secrets.seal('x', 'row:1'))).toBe(false);
  expect(secrets.deriveKey('a').equals(secrets.deriveKey('b'))).toBe(false);
  expect(secrets.deriveKey('a').equals(createSecrets([OLD]).deriveKey('a'))).toBe(true);
});

test('the key file is made once, for its owner alone, and then kept', () => {
  const path = join(folder, 'made/master.key');
  const [first] = loadMasterKeys(path);
  const [second] = loadMasterKeys(path);
  expect(first?.bytes).toHaveLength(32);
  expect(second).toEqual(first);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the newest key of a file is the first, and a line that is no key is named without being shown', () => {
  const path = join(folder, 'several.key');
  writeFileSync(path, `# newest first\nk2:${'ab'.repeat(32)}\nk1:${'cd'.repeat(32)}\n`);
  expect(loadMasterKeys(path).map((key) => key.id)).toEqual(['k2', 'k1']);
  writeFileSync(path, `${readFileSync(path, 'utf8')}k0:secret-part\n`);
  expect(() => loadMasterKeys(path)).toThrow('key 3');
  expect(() => loadMasterKeys(path)).not.toThrow('secret-part');
});
