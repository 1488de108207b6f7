import { DATA_COPY_ROWS_HEADER } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { COPY_ROWS_HEADER, type CopyProgress, readCopy } from './read-copy.ts';

const encoder = new TextEncoder();

function copyOf(parts: string[], rows: number, breaksOff = false): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: (control) => {
      const [next] = parts.splice(0, 1);
      if (next !== undefined) return control.enqueue(encoder.encode(next));
      if (breaksOff) return control.error(new TypeError('terminated'));
      control.close();
    },
  });
  return new Response(body, { headers: { [COPY_ROWS_HEADER]: String(rows) } });
}

test('the header is the contract’s', () => {
  expect(COPY_ROWS_HEADER).toBe(DATA_COPY_ROWS_HEADER);
});

test('a copy is kept as it came, and its progress never passes its rows', async () => {
  const told: CopyProgress[] = [];
  const copy = await readCopy(copyOf(['{\n', '1,\n2,\n', '3\n', '}\n'], 3), (progress) => told.push(progress));
  expect(await copy.text()).toBe('{\n1,\n2,\n3\n}\n');
  expect(told.map(({ rows }) => rows)).toEqual([1, 3, 3, 3]);
  expect(new Set(told.map(({ total }) => total))).toEqual(new Set([3]));
});

test('half a copy is none', async () => {
  const reading = readCopy(copyOf(['{\n1,\n'], 3, true), () => undefined);
  await expect(reading).rejects.toMatchObject({ code: 'NO_CONNECTION' });
});
