import { pino } from 'pino';

type Fields = Readonly<Record<string, unknown>>;

/** JSON lines on standard output. Fields first, then a sentence. */
export interface Log {
  readonly debug: (fields: Fields, message: string) => void;
  readonly info: (fields: Fields, message: string) => void;
  readonly warn: (fields: Fields, message: string) => void;
  /** `error` in the fields is written with its stack. */
  readonly error: (fields: Fields, message: string) => void;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRET_FIELDS = [
  'password',
  'currentPassword',
  'newPassword',
  'pin',
  'totp',
  'totpSecret',
  'apiKey',
  'accessToken',
  'refreshToken',
  'feedToken',
  'authorization',
  'cookie',
  'token',
];
/** A wildcard does not match the top level, so each name is listed at three depths. */
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/** @param write where the lines go; standard output when not given */
export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
    serializers: { error: pino.stdSerializers.err },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return write ? pino(options, { write }) : pino(options);
}
