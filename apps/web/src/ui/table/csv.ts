export type CsvValue = string | number | undefined;

/**
 * A CSV file after RFC 4180. A text that a spreadsheet would run as a formula is disarmed with an apostrophe;
 * a plain number is not.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a file to the browser's downloads. The mark at its start makes spreadsheets read it as UTF-8. */
export function downloadCsv(name: string, text: string): void {
  downloadFile(`${name}.csv`, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}

/** The same of a value that a program is to read. */
export function downloadJson(name: string, value: unknown): void {
  downloadFile(`${name}.json`, new Blob([JSON.stringify(value, undefined, 2)], { type: 'application/json' }));
}

/** The same of a file that came whole, in base 64. */
export function downloadBase64(file: string, base64: string, type: string): void {
  downloadFile(file, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type }));
}

/** The same of anything else. */
export function downloadFile(file: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
}
