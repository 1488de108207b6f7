import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { type PaperDocument, renderPdf, shown } from './document.ts';

const paper = (rows: number): PaperDocument => ({
  title: 'Wallet statement',
  blocks: [
    { kind: 'pairs', columns: [[{ name: 'Of', value: 'Asha Rao' }], [{ name: 'Free', value: '₹1,180.00' }]] },
    {
      kind: 'table',
      head: [
        { text: 'What', share: 0.7 },
        { text: 'In', share: 0.3, isNumber: true },
      ],
      rows: Array.from({ length: rows }, (_row, i) => [`Refund number ${i} of a plan that has a long name`, '₹1.00']),
    },
  ],
  footer: 'Trickdesk',
});

describe('a paper', () => {
  test('has as many pages as it takes, A4 each, under its title', async () => {
    const short = await PDFDocument.load(await renderPdf(paper(3)));
    expect([short.getTitle(), short.getPageCount()]).toEqual(['Wallet statement', 1]);
    const long = await PDFDocument.load(await renderPdf(paper(200)));
    expect(long.getPageCount()).toBeGreaterThan(4);
    expect(long.getPages().map((page) => Math.round(page.getWidth()))).toEqual(
      Array.from({ length: long.getPageCount() }, () => 595),
    );
  });

  test('of the longest statement is done within seconds', async () => {
    const began = performance.now();
    await renderPdf(paper(1_000));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

test('what the standard fonts lack is written in other letters, or shown to be missing', () => {
  expect(shown('₹1,180.00 − ₹7.50\u00a0net’s')).toBe("Rs 1,180.00 - Rs 7.50 net's");
  expect(shown('आशा Rao')).toBe('??? Rao');
  expect(shown('Zoë')).toBe('Zoë');
});
