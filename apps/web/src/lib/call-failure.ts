import type { FieldError, RefusalCode } from '@trickdesk/contract';

/** `NO_CONNECTION`: no answer came, so a call that acts may or may not have acted. `BAD_ANSWER`: not our envelope. */
export type FailureCode = RefusalCode | 'NO_CONNECTION' | 'BAD_ANSWER' | 'SIGNED_OUT';

/** A call that did not succeed. `message` is the server's, fit for a person; empty where no server spoke. */
export class CallFailure extends Error {
  readonly code: string;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** The id that support asks for. */
  readonly requestId: string | undefined;

  constructor(parts: {
    readonly code: string;
    readonly status: number;
    readonly message: string;
    readonly errors?: readonly FieldError[] | undefined;
    readonly requestId?: string | undefined;
    readonly cause?: unknown;
  }) {
    super(parts.message, { cause: parts.cause });
    this.name = 'CallFailure';
    this.code = parts.code;
    this.status = parts.status;
    this.errors = parts.errors ?? [];
    this.requestId = parts.requestId;
  }

  is(code: FailureCode): boolean {
    return this.code === code;
  }
}

/** Reads a failed answer's body; anything that is not our envelope becomes `BAD_ANSWER` with the status kept. */
export function readFailure(status: number, body: unknown): CallFailure {
  if (!isRecord(body) || typeof body['message'] !== 'string' || typeof body['code'] !== 'string') {
    return new CallFailure({ code: 'BAD_ANSWER', status, message: '' });
  }
  return new CallFailure({
    code: body['code'],
    status,
    message: body['message'],
    errors: readFieldErrors(body['errors']),
    requestId: typeof body['requestId'] === 'string' ? body['requestId'] : undefined,
  });
}

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    isRecord(item) && typeof item['path'] === 'string' && typeof item['message'] === 'string'
      ? [{ path: item['path'], message: item['message'] }]
      : [],
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
