import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addDays, type Bar, createCalendar, indiaDateOf, NSE_CALENDAR, weekdayOf } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stageFile } from './import-file.ts';
import { Spool } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-random-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MONTHS = ['January', 'Feb', 'MAR', 'apr', 'May', 'June', 'JULY', 'aug', 'Sep', 'October', 'nov', 'Dec'];
/** A date in each of its forms; of the last two only the whole file tells the day from the month. */
const FORMS: readonly ((date: string) => string)[] = [
  (date) => date,
  (date) => date.replaceAll('-', ''),
  (date) => date.replaceAll('-', '/'),
  (date) => `${date.slice(8)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`,
  (date) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}, ${date.slice(0, 4)}`,
  (date) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`,
  (date) => `${date.slice(5, 7)}.${date.slice(8)}.${date.slice(0, 4)}`,
];

const indian = (paise: number): string => {
  const [rupees = '', cents = ''] = (paise / 100).toFixed(2).split('.');
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return `${head === '' ? rupees : `${head},${rupees.slice(-3)}`}.${cents}`;
};

const candle = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.nat(500), fc.nat(500), fc.nat(1_000), fc.nat(10_000_000))
  .map(([low, a, b, over, volume]) => ({
    open: low + a,
    close: low + b,
    low,
    high: low + Math.max(a, b) + over,
    volume,
  }));

/** Daily candles from a day on, the days between them at random; long enough to tell day and month apart. */
const candles = fc
  .tuple(
    fc.integer({ min: 0, max: 9_000 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), candle), { minLength: 30, maxLength: 60 }),
  )
  .map(([start, steps]) => {
    let date = addDays('2000-01-01', start);
    return steps.map(([days, figures]) => {
      date = addDays(date, days);
      // Nothing trades at a weekend, but for days that are listed.
      while (weekdayOf(date) % 6 === 0) date = addDays(date, 1);
      return { date, ...figures };
    });
  });

const form = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'utf8 marked', 'utf16le', 'utf16le marked', 'utf16be', 'utf16be marked'),
  packed: fc.boolean(),
  above: fc.constantFrom('', 'Prices\n', 'Name,ABC\nFrom,To\n\n'),
  below: fc.constantFrom('', 'Total,,,,\n', '\n* no advice\n'),
  grouped: fc.boolean(),
  days: fc.array(fc.nat(FORMS.length - 1), { minLength: 1, maxLength: 9 }),
  seed: fc.array(fc.nat(1_000), { minLength: 7, maxLength: 7 }),
  shuffled: fc.boolean(),
  doubled: fc.boolean(),
});

type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;
type Candles = typeof candles extends fc.Arbitrary<infer T> ? T : never;

function render(rows: Candles, how: Form): Uint8Array {
  const cell = (text: string): string => (text.includes(how.delimiter) ? `"${text}"` : text);
  const price = (paise: number): string => cell(how.grouped ? indian(paise) : (paise / 100).toFixed(2));
  // Fifteen rows and more of each form: one of them is past the twelfth and tells the day from the month.
  const stretch = (i: number): number => Math.min(Math.floor(i / 15), Math.floor(rows.length / 15) - 1);
  const lines = rows.map(({ date, open, high, low, close, volume }, i) => {
    const inForm = FORMS[how.days[stretch(i) % how.days.length] ?? 0] ?? FORMS[0];
    return [cell(inForm?.(date) ?? date), ...[open, high, low, close].map(price), String(volume)].join(how.delimiter);
  });
  const doubled = how.doubled ? [...lines, ...lines.slice(0, 5)] : lines;
  const place = (i: number): number => ((how.seed[i % 7] ?? 0) * (i + 1)) % 997;
  const order = doubled.map((_, i) => i).sort((a, b) => (how.shuffled ? place(a) - place(b) : a - b));
  const names = ['Date', 'Open', 'High', 'Low', 'Close', 'Volume'].join(how.delimiter);
  const body = [names, ...order.map((i) => doubled[i] ?? '')].join('\n');
  return bytesOf(`${how.above}${body}\n${how.below}`.replaceAll('\n', how.end), how);
}

function bytesOf(text: string, { encoding, packed }: Form): Uint8Array {
  const whole = encoding.endsWith('marked') ? `\uFEFF${text}` : text;
  const little = Buffer.from(whole, 'utf16le');
  const bytes = encoding.startsWith('utf8')
    ? Buffer.from(whole)
    : encoding.startsWith('utf16le')
      ? little
      : little.swap16();
  return packed ? gzipSync(bytes) : bytes;
}

test('candles in whatever odd form are read as the same candles', async () => {
  const path = join(folder, 'ABC.csv');
  const calendar = createCalendar(NSE_CALENDAR);
  await fc.assert(
    fc.asyncProperty(candles, form, async (rows, how) => {
      writeFileSync(path, render(rows, how));
      const staged = await stageFile({ path });
      const read: Bar[] = [];
      await staged.bars({ calendar, today: '2030-01-01' }, async (bars) => {
        read.push(...bars);
      });
      await staged.close();
      const expected = rows.map(({ date, ...figures }) => ({ date, ...figures }));
      expect(read.map(({ openAt, ...figures }) => ({ date: indiaDateOf(openAt), ...figures }))).toEqual(expected);
    }),
    { numRuns: scaledCount('files in odd forms', 12) },
  );
});

test('what does not fit into memory comes back from the temporary file, group by group, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.double({ noNaN: true })), { maxLength: 40 }),
      async (rows) => {
        const spool = new Spool(1, 4);
        for (const [group, number] of rows) {
          spool.add(group, [number]);
          await spool.relieve();
        }
        expect(spool.groups()).toEqual([...new Set(rows.map(([group]) => group))].sort());
        for (const group of spool.groups()) {
          const numbers = (await spool.read(group)).map(([number]) => number);
          expect(numbers).toEqual(rows.filter(([name]) => name === group).map(([, number]) => number));
        }
        await spool.close();
      },
    ),
    { numRuns: scaledCount('rows that do not fit into memory', 4) },
  );
});
