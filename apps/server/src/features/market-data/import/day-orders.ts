import { type DayOrder, type ReadMoment, readMoment } from './moments.ts';
import { UnreadableFile } from './report.ts';

/** A date that could be two, before any other date of its kind has told which. */
export class OpenDate extends Error {
  readonly separator: string;
  readonly reason: UnreadableFile;

  constructor(separator: string, reason: UnreadableFile) {
    super(reason.message);
    this.name = 'OpenDate';
    this.separator = separator;
    this.reason = reason;
  }
}

interface Told {
  readonly order: DayOrder;
  readonly by: string;
}

/**
 * Which of the two numbers of 03/04/2024 is the day: decided for a whole file, from dates that can be meant one way only
 * or by who imports it, never row by row. Each separator stands alone: spreadsheets rewrite the dates that they take for
 * their own and leave the others, with other separators, as they were.
 */
export class DayOrders {
  readonly #given: DayOrder | undefined;
  readonly #told = new Map<string, Told>();

  constructor(given: DayOrder | undefined) {
    this.#given = given;
  }

  /**
   * @throws UnreadableFile where it is no moment, or contradicts what an earlier date told
   * @throws OpenDate where it could be two and nothing was told yet
   */
  read(text: string, line: number): Extract<ReadMoment, { kind: 'moment' }> {
    const moment = readMoment(text, (separator) => this.#given ?? this.#told.get(separator)?.order);
    if (moment.kind === 'none') throw new UnreadableFile(moment.reason, line);
    if (moment.kind === 'either') {
      const [dayFirst, monthFirst] = moment.dates;
      const reason = `"${text}" may be ${dayFirst} or ${monthFirst}, and no date of the file tells which: give --dates day-first or --dates month-first, or write dates as ${dayFirst}`;
      throw new OpenDate(moment.separator, new UnreadableFile(reason, line));
    }
    if (moment.tells) this.#learn(moment.tells, text, line);
    return moment;
  }

  /** Whether a date is the one that tells how those with a separator are meant; it is remembered then. */
  isToldBy(text: string, line: number, separator: string): boolean {
    const moment = readMoment(text, () => undefined);
    if (moment.kind !== 'moment' || moment.tells?.separator !== separator) return false;
    this.#learn(moment.tells, text, line);
    return true;
  }

  #learn({ separator, order }: { separator: string; order: DayOrder }, text: string, line: number): void {
    const told = this.#given ? { order: this.#given, by: '--dates' } : this.#told.get(separator);
    if (!told) this.#told.set(separator, { order, by: `"${text}" in line ${line}` });
    else if (told.order !== order) {
      const reason = `"${text}" is written ${order}, but ${told.by} says ${told.order}: write all dates as 2024-01-31`;
      throw new UnreadableFile(reason, line);
    }
  }
}
