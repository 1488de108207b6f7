import { ATTACHMENT_LARGEST_BYTES } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printOfDatabase } from '../../testing/database-print.ts';
import type { Person } from '../../testing/test-api.ts';
import { ATTACHED_BYTES } from './rules.ts';
import { openSupport, type SupportWorld } from './testing/desk-world.ts';
import { attached, pdfFile, pngFile } from './testing/files.ts';

let world: SupportWorld;
let person: Person;
beforeAll(async () => {
  world = await openSupport();
  person = await world.person();
});
afterAll(() => world.close());

const print = () => printOfDatabase(world.api.database.db);
const filesOf = (answer: Awaited<ReturnType<SupportWorld['ask']>>) =>
  answer.data.messages.flatMap((m) => m.attachments);

describe('a file', () => {
  test('is kept as it is and fetched as a download of its own kind, whatever it was called', async () => {
    const asker = await world.person();
    const [picture, paper] = [pngFile('kept'), pdfFile('kept')];
    const attachments = [attached('सबूत "1".png', picture), attached('../../etc/run.exe', paper)];
    const files = filesOf(await world.ask(asker, { attachments }));
    expect(files.map(({ name, kind, sizeBytes }) => [name, kind, sizeBytes])).toEqual([
      ['सबूत "1".png', 'png', picture.length],
      ['../../etc/run.exe', 'pdf', paper.length],
    ]);
    const [first, second] = await Promise.all(files.map(({ attachmentId }) => world.fetch(asker, attachmentId)));
    expect(first?.rawPayload.equals(picture)).toBe(true);
    expect(first?.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="____ _1_.png"; filename*=UTF-8''${encodeURIComponent('सबूत "1".png')}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(second?.rawPayload.equals(paper)).toBe(true);
    expect(second?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="run.exe.pdf"; filename*=UTF-8''run.exe.pdf`,
    });
  });

  test('is fetched by its owner and by whoever may look at tickets; for anybody else there is none', async () => {
    const [file] = filesOf(await world.ask(person, { attachments: [attached('a.png', pngFile('private'))] }));
    const id = file?.attachmentId ?? '';
    const stranger = await world.person();
    const operator = await world.operator('approver');
    const without = await world.operator();
    const rest = [
      { action: 'manage', subject: 'Own' },
      { action: 'manage', subject: 'Kyc' },
    ];
    await sql`UPDATE account SET ability = ${JSON.stringify(rest)} WHERE id = ${without.userId}`.execute(world.kysely);
    const again = await world.api.send('login', {
      ...{ email: without.username, password: without.password, tokenTransport: 'body' },
    });
    const other = { ...without, accessToken: again.data.accessToken };
    const answers = await Promise.all([
      world.fetch(person, id),
      world.fetch(operator, id),
      world.fetch(stranger, id),
      world.fetch(other, id),
      world.fetch(undefined, id),
      world.fetch(stranger, '00000000-0000-4000-8000-000000000000'),
      world.fetch(person, '1'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 401, 404, 404]);
    const withoutId = (body: string) => ({ ...JSON.parse(body), requestId: '' });
    expect(withoutId(answers[2].body)).toEqual(withoutId(answers[5].body));
  });

  test('of five megabytes is taken, three of them at once; of one byte more it is named', async () => {
    const asker = await world.person();
    const large = attached('large.png', pngFile('', ATTACHMENT_LARGEST_BYTES));
    expect(Buffer.from(large.content, 'base64').length).toBe(ATTACHMENT_LARGEST_BYTES);
    const taken = await world.ask(asker, { attachments: [large, large, large] });
    expect([taken.status, taken.message]).toEqual([200, 'Sent. You are told of the answer.']);
    const larger = attached('larger.png', pngFile('', ATTACHMENT_LARGEST_BYTES + 1));
    const before = await print();
    const refused = await world.ask(asker, { attachments: [attached('small.png', pngFile()), larger] });
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ path: 'attachments.1.content', message: 'This file is larger than 5 MB.' }],
    ]);
    const four = await world.ask(asker, { attachments: [1, 2, 3, 4].map((n) => attached(`${n}.png`, pngFile())) });
    expect([four.status, four.errors]).toEqual([422, [{ path: 'attachments', message: 'Attach 3 files at most.' }]]);
    const tooMuch = await world.ask(asker, { attachments: [large, large, large, large] });
    expect([tooMuch.status, tooMuch.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await print()).toEqual(before);
    // No other call takes so much.
    const elsewhere = await world.api.send(
      'closeticket',
      { ticketId: 1, ...{ x: 'x'.repeat(70_000) } },
      world.as(asker),
    );
    expect([elsewhere.status, elsewhere.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('that is not what it pretends to be is named with why, each of them, and nothing is kept', async () => {
    const whole = pngFile();
    const forged = [
      attached('page.png', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')),
      attached('good.png', whole),
      attached('behind.png', Buffer.concat([whole, Buffer.from('<html></html>')])),
    ];
    const before = await print();
    const answer = await world.ask(person, { attachments: forged });
    expect([answer.status, answer.code, answer.message]).toEqual([
      422,
      'ATTACHMENT_REFUSED',
      'A file cannot be attached. Nothing was sent.',
    ]);
    expect(answer.errors).toEqual([
      { path: 'attachments.0', message: '“page.png” is no PNG, JPEG or PDF file, whatever its name says.' },
      {
        path: 'attachments.2',
        message: '“behind.png” has something behind its end. Save it anew, or attach a screenshot of it.',
      },
    ]);
    const others = [
      ['archive.pdf', Buffer.from('PK\u0003\u0004word/document.xml')],
      ['cut.png', whole.subarray(0, whole.length - 5)],
      ['two.png', pngFile('%PDF-1.7')],
      ['script.pdf', pdfFile(') /S /JavaScript /X (')],
      ['empty.pdf', Buffer.alloc(0)],
    ] as const;
    for (const [name, bytes] of others) {
      const one = await world.ask(person, { attachments: [attached(name, bytes)] });
      expect([one.status, one.code, one.errors[0]?.path, one.message]).toEqual([
        422,
        'ATTACHMENT_REFUSED',
        'attachments.0',
        one.errors[0]?.message,
      ]);
      expect(one.message).toContain(`“${name}”`);
    }
    const text = await world.ask(person, { attachments: [{ name: 'a.png', content: 'not base 64!' }] });
    expect(text.errors).toEqual([{ path: 'attachments.0.content', message: 'Send the file in base 64.' }]);
    expect(await print()).toEqual(before);
  });

  test('is refused where all of a person’s files take as much as they may; words go on', async () => {
    const asker = await world.person();
    const id = await world.asked(asker);
    await sql`INSERT INTO ticket_attachment (id, ticket_message_id, account_id, place, name, kind, size_bytes, sha256, bytes)
      SELECT gen_random_uuid(), m.id, m.account_id, n, 'x', 'png', ${ATTACHMENT_LARGEST_BYTES}, '',
        convert_to(repeat('x', ${ATTACHMENT_LARGEST_BYTES}), 'UTF8')
      FROM ticket_message m, generate_series(1, ${ATTACHED_BYTES / ATTACHMENT_LARGEST_BYTES}) n
      WHERE m.ticket_id = ${id}`.execute(world.kysely);
    const attachments = [attached('one.png', pngFile())];
    const more = { ticketId: id, message: 'See here.', idempotencyKey: world.freshKey() };
    const replied = await world.api.send('replyticket', { ...more, attachments }, world.as(asker));
    expect([replied.status, replied.code]).toEqual([409, 'ATTACHMENTS_FULL']);
    expect((await world.ask(asker, { attachments })).code).toBe('ATTACHMENTS_FULL');
    expect((await world.write(asker, id)).status).toBe(200);
    await sql`DELETE FROM ticket_attachment WHERE account_id = ${asker.userId}`.execute(world.kysely);
  });
});
