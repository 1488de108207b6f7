import {
  formatPaise,
  formatTimeOfDay,
  type IndiaDate,
  indiaDateOf,
  indiaMinuteOf,
  type Paise,
} from '@trickdesk/domain';
import type { PaperBlock, PaperDocument } from '../../platform/pdf/document.ts';
import { WALLETS } from './rules.ts';
import type { EntryRecord } from './store.ts';

export interface StatementFacts {
  readonly holder: { readonly fullName: string; readonly email: string };
  /** Both included. */
  readonly from: IndiaDate;
  readonly to: IndiaDate;
  /** Free money of each wallet before the first day, by the name of its account. */
  readonly opening: ReadonlyMap<string, Paise>;
  /** Oldest first. */
  readonly entries: readonly EntryRecord[];
  readonly sandbox: boolean;
}

/** A statement as it stands on paper: what was free before, every movement, what was free after. */
export function statementPaper({ holder, from, to, opening, entries, sandbox }: StatementFacts): PaperDocument {
  return {
    title: `Wallet statement, ${from} to ${to}`,
    ...(sandbox ? { note: 'Payments go to a sandbox: no money was moved.' } : {}),
    blocks: [
      {
        kind: 'pairs',
        columns: [
          [
            { name: 'Of', value: holder.fullName },
            { name: 'Email', value: holder.email },
          ],
          WALLETS.map(({ name, free }) => ({
            name: `${name}: free before and after`,
            value: `${formatPaise(opening.get(free) ?? 0n)} and ${formatPaise(closingOf(free, opening, entries))}`,
          })),
        ],
      },
      entries.length === 0 ? { kind: 'text', text: 'No money moved in these days.' } : tableOf(entries),
      { kind: 'text', text: 'What withdrawals under way hold is shown as gone. Times are India’s.' },
    ],
    footer: `Trickdesk wallet of ${holder.fullName}`,
  };
}

/** After the last movement of a wallet; without one, what it began with. */
export function closingOf(
  account: string,
  opening: ReadonlyMap<string, Paise>,
  entries: readonly Pick<EntryRecord, 'name' | 'balance_after_paise'>[],
): Paise {
  const last = entries.findLast(({ name }) => name === account);
  return last?.balance_after_paise ?? opening.get(account) ?? 0n;
}

function tableOf(entries: readonly EntryRecord[]): PaperBlock {
  return {
    kind: 'table',
    head: [
      { text: 'Time (IST)', share: 0.17 },
      { text: 'What happened', share: 0.37 },
      { text: 'Wallet', share: 0.12 },
      { text: 'In', share: 0.11, isNumber: true },
      { text: 'Out', share: 0.11, isNumber: true },
      { text: 'Free after it', share: 0.12, isNumber: true },
    ],
    rows: entries.map(({ at, sentence, name, amount_paise: amount, balance_after_paise: after }) => [
      `${indiaDateOf(at.getTime())} ${formatTimeOfDay(indiaMinuteOf(at.getTime()))}`,
      sentence,
      WALLETS.find(({ free }) => free === name)?.name ?? name,
      amount > 0n ? formatPaise(amount) : '',
      amount < 0n ? formatPaise(-amount) : '',
      formatPaise(after),
    ]),
  };
}
