import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** Who may make a call: a signed-in person, or anyone who carries the fixed client token (`token` header). */
export type CallAccess = 'signed_in' | 'client_token' | 'open';

/** One thing that somebody may do: an action on a subject. */
export interface Ability {
  readonly action: string;
  readonly subject: string;
}

/** To work with one's own things: what every call needs that names nothing else. */
export const OWN: Ability = { action: 'manage', subject: 'Own' };

/** Where an input field travels. Whatever is not named here is in the JSON body. */
export interface FieldPlaces {
  readonly path?: readonly string[];
  readonly query?: readonly string[];
}

/**
 * One call of the product: server validation, typed client, OpenAPI document and generated tests come from it.
 * `input` and `output` describe the wire; `output` is the envelope's `data`.
 */
export interface Call<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly name: Name;
  readonly path: string;
  readonly access: CallAccess;
  /** What a signed-in caller must be allowed. */
  readonly needs: Ability;
  readonly places: FieldPlaces;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** The refusals that this call may answer, beside those that every call may. */
  readonly refusals: readonly RefusalCode[];
  /** Where a body may be larger than that of any other call: it carries files. */
  readonly largestBodyBytes: number | undefined;
}

export type InputOf<C extends Call> = z.output<C['input']>;
export type SentInputOf<C extends Call> = z.input<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;

interface CallParts<Input extends z.ZodType, Output extends z.ZodType> {
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly refusals?: readonly RefusalCode[];
  readonly access?: CallAccess;
  readonly largestBodyBytes?: number;
  /** Named by the calls of operators, which are `/adminapi/<name>`. */
  readonly needs?: Ability;
  readonly places?: FieldPlaces;
  /** Defaults to `/userapi/<name>`. Path fields are `{field}`. */
  readonly path?: string;
}

/** Declares a call. Every call is a POST. */
export function call<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  name: Name,
  parts: CallParts<Input, Output>,
): Call<Name, Input, Output> {
  return {
    name,
    path: parts.path ?? `/${parts.needs ? 'adminapi' : 'userapi'}/${name}`,
    access: parts.access ?? 'signed_in',
    needs: parts.needs ?? OWN,
    places: parts.places ?? {},
    summary: parts.summary,
    input: parts.input,
    output: parts.output,
    refusals: parts.refusals ?? [],
    largestBodyBytes: parts.largestBodyBytes,
  };
}

/** `{ linkangelone, getangelone }` → what a feature's handlers must answer. A missing handler does not compile. */
export type CallTable = Readonly<Record<string, Call>>;
