import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';

export interface FieldProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
}

export interface Form<Values extends object> {
  readonly values: Values;
  readonly busy: boolean;
  /** A failure that belongs to no field; it stands above the button. */
  readonly failure: unknown;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldProps<Values[Name]>;
  readonly set: (changes: Partial<Values>) => void;
  /** As it was before anything was typed. */
  readonly reset: () => void;
  readonly onSubmit: (event: FormEvent) => void;
}

export type FieldTexts<Values extends object> = Partial<Record<keyof Values & string, string>>;

/** The words for each field with a problem. */
export function textsOf<Name extends string, Problem extends string>(
  problems: Partial<Readonly<Record<Name, Problem>>>,
  say: (problem: Problem) => string,
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const name in problems) {
    const problem = problems[name];
    if (problem !== undefined) texts[name] = say(problem);
  }
  return texts;
}

interface FormParts<Values extends object> {
  readonly initial: Values;
  /**
   * A text for each field that is wrong, all of them at once: with one text held back a person mends the form, sends it
   * and is refused again. Everything that the call refuses about its fields must be found here; the server checks again.
   */
  readonly check: (values: Values) => FieldTexts<Values>;
  readonly submit: (values: Values) => Promise<unknown>;
  /** Names of the server's fields where they differ from the form's: `capitalPaise` → `capital`. */
  readonly fieldOf?: (path: string) => string;
}

/** Splits a failure into texts for known fields and what is left for the form as a whole. */
export function fieldErrorsOf(
  failure: unknown,
  known: readonly string[],
  fieldOf: (path: string) => string = (path) => path,
): { readonly errors: Record<string, string>; readonly rest: unknown } {
  if (!(failure instanceof CallFailure) || failure.errors.length === 0) return { errors: {}, rest: failure };
  const errors: Record<string, string> = {};
  let unplaced = false;
  for (const { path, message } of failure.errors) {
    const name = fieldOf(path);
    if (known.includes(name)) errors[name] ??= message;
    else unplaced = true;
  }
  return { errors, rest: unplaced || Object.keys(errors).length === 0 ? failure : undefined };
}

/** What was said of a field was said of what it held, whoever changes that: a hand or another field. */
export function errorsThatStand(
  errors: Partial<Record<string, string>>,
  changed: readonly string[],
): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !changed.includes(name)));
}

/**
 * A form that never loses what was typed: a refused field keeps its text and gets the server's words, the focus goes
 * to the first of them, and submitting cannot be doubled.
 */
export function useForm<Values extends object>(parts: FormParts<Values>): Form<Values> {
  const [values, setValues] = useState(parts.initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  // Once for each refusal: while one wrong field is being mended, another must not take the focus away.
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function refuse(texts: Partial<Record<string, string>>): void {
    setErrors(texts);
    if (Object.keys(texts).length > 0) setRefusals((before) => before + 1);
  }

  async function submit(): Promise<void> {
    if (sending.current) return;
    const wrong = parts.check(values);
    setFailure(undefined);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    setBusy(true);
    try {
      await parts.submit(values);
    } catch (error) {
      const split = fieldErrorsOf(error, Object.keys(values), parts.fieldOf);
      refuse(split.errors);
      setFailure(split.rest);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    busy,
    failure,
    ref,
    set: (changes) => {
      setValues((before) => ({ ...before, ...changes }));
      setErrors((before) => errorsThatStand(before, Object.keys(changes)));
    },
    reset: () => {
      setValues(parts.initial);
      setErrors({});
      setFailure(undefined);
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => errorsThatStand(before, [name]));
      },
    }),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}
