import type { RoboAnswer } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { notePaper } from './note-paper.ts';
import type { RoboParts, Who } from './parts.ts';
import { readRobo } from './read.ts';
import { saveAnswers } from './save.ts';
import { findNote } from './store.ts';

export type RoboService = ReturnType<typeof createRoboService>;

/** The questionnaire of ROBO Pro, what it came to, and the notes of what was suggested. */
export function createRoboService(parts: RoboParts) {
  const { adviserNumber, sandbox } = parts;
  return {
    adviserNumber,
    sandbox,
    read: (accountId: number) => readRobo(parts, accountId),
    save: (who: Who, answers: readonly RoboAnswer[]) => saveAnswers(parts, who, answers),
    /** @throws Refusal `NOT_FOUND` */
    notePdf: async (accountId: number, noteId: number) => {
      const row = await findNote(parts.database.kysely, { accountId, noteId });
      if (!row) throw new Refusal('NOT_FOUND');
      return { fileName: `suitability-note-${row.id}.pdf`, bytes: await parts.renderPdf(notePaper(row)) };
    },
  };
}
