import { expect, test } from 'vitest';
import { closingOf, type StatementFacts, statementPaper } from './statement-paper.ts';
import type { EntryRecord } from './store.ts';

const entry = (more: Partial<EntryRecord>): EntryRecord => ({
  ...{ id: 1n, name: 'main', cause: 'reversal', sentence: 'A refund.', at: new Date('2026-01-04T18:30:00Z') },
  ...{ amount_paise: 1_180_00n, balance_after_paise: 1_180_00n, ...more },
});
const FACTS: StatementFacts = {
  ...{ holder: { fullName: 'Asha Rao', email: 'asha@mail.test' }, from: '2026-01-05', to: '2026-01-06' },
  ...{ opening: new Map([['rewards', 50_00n]]), entries: [], sandbox: false },
};

test('what was free before and after is of each wallet; where nothing moved it is the same', () => {
  const entries = [entry({}), entry({ amount_paise: -400_00n, balance_after_paise: 780_00n })];
  expect(closingOf('main', FACTS.opening, entries)).toBe(780_00n);
  expect(closingOf('rewards', FACTS.opening, entries)).toBe(50_00n);
  expect(closingOf('main', FACTS.opening, [])).toBe(0n);
  const [pairs] = statementPaper({ ...FACTS, entries }).blocks;
  expect(pairs).toMatchObject({
    columns: [{}, [{ value: '₹0.00 and ₹780.00' }, { value: '₹50.00 and ₹50.00' }]],
  });
});

test('a movement stands in or out, at its time in India', () => {
  const entries = [entry({}), entry({ name: 'rewards', amount_paise: -7_50n, balance_after_paise: 42_50n })];
  expect(statementPaper({ ...FACTS, entries }).blocks[1]).toMatchObject({
    rows: [
      ['2026-01-05 00:00', 'A refund.', 'Main', '₹1,180.00', '', '₹1,180.00'],
      ['2026-01-05 00:00', 'A refund.', 'Rewards', '', '₹7.50', '₹42.50'],
    ],
  });
});

test('days without a movement say so, and a sandbox says that no money was moved', () => {
  const paper = statementPaper({ ...FACTS, sandbox: true });
  expect(paper.note).toContain('no money was moved');
  expect(paper.blocks[1]).toEqual({ kind: 'text', text: 'No money moved in these days.' });
  expect(statementPaper(FACTS).note).toBeUndefined();
});
