import { ATTACHMENT_LARGEST_BYTES } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { CallFailure } from '../../lib/call-failure.ts';
import { attachmentsOf, isSendable, pickFiles, withRefusals } from './pick-files.ts';

const BODY = '%PDF-1.4\n1 0 obj\n<< >>\nendobj\n';
const PDF = new TextEncoder().encode(`${BODY}xref\n0 1\ntrailer\n<< >>\nstartxref\n${BODY.length}\n%%EOF\n`);
const file = (name: string, bytes: Uint8Array = PDF, size = bytes.length) => ({
  ...{ name, size },
  arrayBuffer: async () => Uint8Array.from(bytes).buffer,
});
let keys = 0;
const pick = (before: Parameters<typeof pickFiles>[0], ...files: ReturnType<typeof file>[]) =>
  pickFiles(before, files, () => String(++keys));

test('a file that is what it says is sent as it is, in base 64', async () => {
  const [picked] = await pick([], file('proof.pdf'));
  expect(picked).toMatchObject({ name: 'proof.pdf', bytes: PDF.length });
  const [sent] = attachmentsOf(picked ? [picked] : []);
  expect(Buffer.from(sent?.content ?? '', 'base64').equals(Buffer.from(PDF))).toBe(true);
});

test('what cannot be sent stays in sight with why, and is not sent', async () => {
  const unread = { ...file('gone.pdf'), arrayBuffer: () => Promise.reject(new Error('gone')) };
  const picked = await pick(
    [],
    file('page.png', new TextEncoder().encode('<!DOCTYPE html>')),
    file('large.pdf', PDF, ATTACHMENT_LARGEST_BYTES + 1),
    file('empty.pdf', new Uint8Array()),
    file('cut.pdf', PDF.slice(0, -8)),
    unread,
  );
  expect(picked.map(({ name, problem }) => [name, problem])).toEqual([
    ['page.png', 'not_allowed'],
    ['large.pdf', 'too_large'],
    ['empty.pdf', 'empty'],
    ['cut.pdf', 'cut_short'],
    ['gone.pdf', 'unreadable'],
  ]);
  expect([picked.filter(isSendable), attachmentsOf(picked)]).toEqual([[], []]);
});

test('a fourth file is one too many, also where they are chosen one after another', async () => {
  const three = await pick([], file('1.pdf'), file('2.pdf'), file('3.pdf'));
  const four = await pick(three, file('4.pdf'));
  expect(four.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined, 'too_many']);
  expect(attachmentsOf(four)).toHaveLength(3);
});

test('what the server says of each file stands at that file, counted without those that were not sent', async () => {
  const files = await pick([], file('wrong.pdf', new Uint8Array()), file('a.pdf'), file('b.pdf'));
  const errors = [
    { path: 'attachments.1', message: 'b is damaged.' },
    { path: 'subject', message: 'Something else.' },
  ];
  const failure = new CallFailure({ code: 'ATTACHMENT_REFUSED', status: 422, message: '', errors });
  const told = withRefusals(files, failure);
  expect(told.map(({ name, refusal }) => [name, refusal])).toEqual([
    ['wrong.pdf', undefined],
    ['a.pdf', undefined],
    ['b.pdf', 'b is damaged.'],
  ]);
  // A later failure of another kind takes the old words away, and no file.
  const lost = new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '' });
  expect(withRefusals(told, lost).map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
  expect(withRefusals(told, new Error('a fault of ours'))).toBe(told);
});

test('a name that is too long keeps its end', async () => {
  const [picked] = await pick([], file(`${'क'.repeat(200)}.pdf`));
  const [sent] = attachmentsOf(picked ? [picked] : []);
  expect(sent?.name.endsWith('.pdf')).toBe(true);
  expect(sent?.name.length).toBeLessThanOrEqual(120);
});
