import { z } from 'zod';

/** A field that was refused. `path` is dotted, list positions as numbers: `constituents.2.weightPercent`. */
export const zFieldError = z.strictObject({ path: z.string(), message: z.string() });
export type FieldError = z.output<typeof zFieldError>;

export const zFailure = z.strictObject({
  status: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.array(zFieldError).optional(),
  requestId: z.string(),
});
export type Failure = z.output<typeof zFailure>;

export const successOf = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({ status: z.literal(true), message: z.string(), data });
export interface Success<Data> {
  readonly status: true;
  readonly message: string;
  readonly data: Data;
}
