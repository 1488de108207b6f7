import type { CsvValue } from '../../ui/table/csv.ts';

/**
 * Everything in a report as lines of a field and its value: `monthly.0.returnPercent`, `-1.25`. Fields are called as the
 * call names them, so that a file can be read by a program and checked against the page; lists count from 0.
 */
export function fieldLines(value: unknown, field = ''): (readonly [field: string, value: CsvValue])[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, part]) => fieldLines(part, field === '' ? name : `${field}.${name}`));
  }
  if (value === undefined || value === null) return [];
  return [[field, typeof value === 'number' ? value : String(value)]];
}
