import { indiaDateOf, ROBO_PROFILES, shortDay } from '@trickdesk/domain';
import type { PaperBlock, PaperDocument } from '../../platform/pdf/document.ts';
import type { NoteRow } from './store.ts';

const RISK_WARNING =
  'Investments in the securities market are subject to market risks. Read all the related documents carefully before investing. Registration by SEBI does not guarantee the performance of the adviser, nor any return.';

/** A suitability note as it stands on paper. */
export function notePaper(row: NoteRow & { readonly full_name: string }): PaperDocument {
  const { body, given_at: givenAt, registration_number: registration } = row;
  const day = dayOf(indiaDateOf(givenAt.getTime()));
  const { name, text } = ROBO_PROFILES[body.level];
  return {
    title: `Suitability note ${row.id}`,
    note: `Given on ${day} under SEBI registration ${registration}. Kept for five years.`,
    blocks: [
      {
        kind: 'pairs',
        columns: [
          [
            { name: 'For', value: row.full_name },
            { name: 'Risk profile', value: `${name}: ${text}` },
          ],
          [
            { name: 'Score', value: `${body.score} of 100, scoring version ${row.scoring_version}` },
            { name: 'To be looked at again', value: dayOf(body.reviewOn) },
          ],
        ],
      },
      table(['Suggested', 'Part', 'Reason'], [0.24, 0.08, 0.68], body.mix.map(partRow)),
      ...body.reasons.map((reason): PaperBlock => ({ kind: 'text', text: reason })),
      table(
        ['Asked', 'Answered'],
        [0.68, 0.32],
        body.answers.map((one) => [one.question, one.answer]),
      ),
      { kind: 'text', text: 'Nothing is bought by this note: each part is opened and confirmed by itself.' },
      { kind: 'text', text: RISK_WARNING },
    ],
    footer: `Trickdesk   ·   SEBI registration ${registration}`,
  };
}

const dayOf = (date: string): string => `${shortDay(date)} ${date.slice(0, 4)}`;

const partRow = ({ name, percent, reason }: NoteRow['body']['mix'][number]): string[] => [
  name ?? 'Not invested',
  `${percent} %`,
  reason,
];

function table(head: readonly string[], shares: readonly number[], rows: readonly (readonly string[])[]): PaperBlock {
  return { kind: 'table', head: head.map((text, i) => ({ text, share: shares[i] ?? 0 })), rows };
}
