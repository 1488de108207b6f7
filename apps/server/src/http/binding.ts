import type { Call } from '@trickdesk/contract';
import type { Caller } from '../platform/caller.ts';
import type { Handlers, Visitor, VisitorHandlers } from './handlers.ts';

/** A call together with what answers it. */
export type CallBinding =
  | {
      readonly kind: 'signed_in';
      readonly call: Call;
      readonly run: (caller: Caller, input: unknown) => Promise<unknown>;
    }
  | {
      readonly kind: 'visitor';
      readonly call: Call;
      readonly run: (visitor: Visitor, input: unknown) => Promise<unknown>;
    };

/** Binds a table of calls to its handlers. */
export function bind<Calls extends Record<string, Call>>(calls: Calls, handlers: Handlers<Calls>): CallBinding[] {
  return Object.entries(calls).map(([name, call]) => ({
    kind: 'signed_in',
    call,
    // The validated edge: `input` has passed the schema of this very call.
    run: handlers[name] as (caller: Caller, input: unknown) => Promise<unknown>,
  }));
}

/** Binds calls that need no sign-in. */
export function bindVisitor<Calls extends Record<string, Call>>(
  calls: Calls,
  handlers: VisitorHandlers<Calls>,
): CallBinding[] {
  return Object.entries(calls).map(([name, call]) => ({
    kind: 'visitor',
    call,
    run: handlers[name] as (visitor: Visitor, input: unknown) => Promise<unknown>,
  }));
}
