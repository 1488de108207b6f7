import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { canReach, findAccount } from './account.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-account-'));
afterAll(() => rmSync(folder, { recursive: true }));
const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };

test('an account is read from the passwd file; root is never the answer', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
  expect(findAccount(passwd, 'nobody')).toEqual({ name: 'nobody', uid: 65_534, gid: 65_534 });
  expect(findAccount(passwd, 'postgres')).toBeUndefined();
  expect(findAccount(passwd, 'root')).toBeUndefined();
});

test('one closed folder on the way hides everything below it', () => {
  const closed = join(folder, 'closed');
  mkdirSync(join(closed, 'open'), { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(closed, 0o700);
  expect(canReach(stranger, join(closed, 'open', 'file'))).toBe(false);
  expect(canReach(stranger, closed)).toBe(true);
  const owner = { name: 'owner', uid: statSync(closed).uid, gid: 54_321 };
  expect(canReach(owner, join(closed, 'open', 'file'))).toBe(true);
});
