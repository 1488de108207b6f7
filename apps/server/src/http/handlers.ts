import type { Call, InputOf, OutputOf } from '@trickdesk/contract';
import type { Caller, RequestOrigin } from '../platform/caller.ts';

/** For calls that need no sign-in. */
export interface Visitor {
  readonly origin: RequestOrigin;
  readonly refreshCookie: string | undefined;
  /** What the visitor's browser is known by: of its cookie, or drawn for it. */
  readonly browser: string;
  /** Sets the cookie that keeps `browser`. */
  readonly keepBrowser: () => void;
  /** Of the access token, where the visitor carries one that is valid. */
  readonly sessionId: string | undefined;
  /** Sets (or with `undefined` clears) the refresh cookie of the answer. */
  readonly setRefreshCookie: (token: string | undefined, expiresAt?: Date) => void;
}

/** An answer with words for a toast; a plain value is answered with an empty message. */
export class Reply<Data> {
  readonly data: Data;
  readonly message: string;
  constructor(data: Data, message: string) {
    this.data = data;
    this.message = message;
  }
}

type Answer<C extends Call> = Promise<OutputOf<C> | Reply<OutputOf<C>>>;

/** A handler for each call of a table; a missing one does not compile. */
export type Handlers<Calls extends Record<string, Call>> = {
  readonly [Name in keyof Calls]: (caller: Caller, input: InputOf<Calls[Name]>) => Answer<Calls[Name]>;
};
export type VisitorHandlers<Calls extends Record<string, Call>> = {
  readonly [Name in keyof Calls]: (visitor: Visitor, input: InputOf<Calls[Name]>) => Answer<Calls[Name]>;
};
