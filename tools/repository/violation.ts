/** One line that a tool refuses, and what to do instead. */
export interface Violation {
  readonly rule: string;
  readonly file: string;
  /** Counted from 1; absent when the file as a whole is meant. */
  readonly line?: number;
  readonly message: string;
}

export function printViolation({ rule, file, line, message }: Violation): string {
  return `${file}${line === undefined ? '' : `:${line}`}  ${rule}: ${message}`;
}
