import { type FieldError, REFUSALS, type RefusalCode } from '@trickdesk/contract';

export interface RefusalParts {
  /** Replaces the code's own words where more can be said (the broker's message, what is missing). */
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
}

/** An expected "no": it has a code of the contract and becomes a 4xx (or a 503 where an outside service is down). */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: RefusalCode, parts: RefusalParts = {}) {
    super(parts.message ?? REFUSALS[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSALS[code].status;
    this.errors = parts.errors;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}
