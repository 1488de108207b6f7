import type { CalendarYear, calendarCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { CalendarReading } from './enter-calendar.ts';
import type { OperationsService } from './service.ts';

const calendarToWire = ({ year, holidays, special, sessions }: CalendarReading): CalendarYear => ({
  ...{ year, holidays: [...holidays], sessions },
  special: special.map(({ day, name, opens, closes }) => ({
    ...{ day, name },
    ...(opens === null || closes === null ? {} : { opens, closes }),
  })),
});

export const calendarHandlers = ({ calendar }: OperationsService): Handlers<typeof calendarCalls> => ({
  opscalendar: async (_operator, input) => {
    const { calendar: read, problems, entered } = await calendar.preview(input);
    return { calendar: calendarToWire(read), problems: [...problems], entered };
  },
  opsentercalendar: async (operator, input) => {
    const read = await calendar.enter(operator, input);
    return new Reply({ calendar: calendarToWire(read) }, `The calendar of ${input.year} is entered.`);
  },
});
