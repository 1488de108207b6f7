import { crc32, deflateSync } from 'node:zlib';
import { type Client, clientOf } from './client.ts';
import { OPERATOR } from './owed-person.ts';

/** A question about an order with a picture, an answer of support, and thanks. @returns the ticket's number */
export async function askedTicket(url: string, client: Client, orderId: number): Promise<number> {
  const { ticket } = await client.send('addticket', {
    subject: 'Why was it bought so late?',
    category: 'trade',
    message: 'I expected the entry a bar earlier.\nSee the picture: the cross was at 11:35.',
    attachments: [{ name: 'chart.png', content: pictureFile().toString('base64') }],
    about: { kind: 'order', id: orderId },
    idempotencyKey: 'asked-first',
  });
  const { ticketId } = ticket;
  const { accessToken } = await clientOf(url).send('login', { ...OPERATOR, tokenTransport: 'body' });
  const answer =
    'A decision is made at the close of its bar, with the values that stand beside it. The cross was seen then.';
  await clientOf(url, accessToken).send('opsreplyticket', {
    ticketId,
    message: answer,
    idempotencyKey: 'asked-answer',
  });
  return ticketId;
}

/** A picture of one pixel, as programs write them. */
export function pictureFile(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.from([0, 31, 95, 208]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
