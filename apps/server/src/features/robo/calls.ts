import type { roboCalls } from '@trickdesk/contract';
import { ROBO_QUESTIONS } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { RoboService } from './service.ts';

const questions = ROBO_QUESTIONS.map(({ id, text, options }) => ({
  ...{ id, text },
  options: options.map((option) => ({ id: option.id, text: option.text })),
}));

export const roboHandlers = (robo: RoboService): Handlers<typeof roboCalls> => ({
  roboProPlans: async ({ accountId }) => {
    const { plans, unlocked, outdated, last, past } = await robo.read(accountId);
    const { adviserNumber: registrationNumber, sandbox } = robo;
    return {
      ...{ plans, sandbox, unlocked, questions, outdated, past_list: past },
      ...(registrationNumber === undefined ? {} : { adviser: { registrationNumber } }),
      ...(last ? { last } : {}),
    };
  },
  saveRoboProQuestionnaire: async (who, { answers }) =>
    new Reply({ result: await robo.save(who, answers) }, 'Your answers are kept.'),
  roboProNote: async ({ accountId }, { noteId }) => {
    const { fileName, bytes } = await robo.notePdf(accountId, noteId);
    return { fileName, base64: Buffer.from(bytes).toString('base64') };
  },
});
