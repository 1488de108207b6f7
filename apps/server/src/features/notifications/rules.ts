import type { EpochMs } from '@trickdesk/domain';

interface ToldAlert {
  readonly title: string;
  readonly body: string;
  readonly link: string | null;
}

/** What a browser shows for an alert; its worker reads these names. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** A page of the product. */
  readonly link: string;
  /** A message of the same tag takes the place of the one before: told twice, it is shown once. */
  readonly tag: string;
}

const ALERTS_PAGE = '/alerts';
/** Services take 4 KB once it is sealed; a letter may have three bytes. */
const LONGEST_TITLE = 120;
const LONGEST_BODY = 600;

export function pushPayloadOf({ id, title, body, link }: ToldAlert & { readonly id: number }): PushPayload {
  return {
    title: shortened(title, LONGEST_TITLE),
    body: shortened(body, LONGEST_BODY),
    link: link ?? ALERTS_PAGE,
    tag: `alert-${id}`,
  };
}

/** By whole characters: half of one is not text. */
function shortened(text: string, longest: number): string {
  const letters = [...text];
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`;
}

/** @param publicUrl where people reach the product, without a slash at its end */
export function mailOfAlert({ title, body, link }: ToldAlert, publicUrl: string): { subject: string; body: string } {
  return {
    subject: title,
    body: `${body}

${publicUrl}${link ?? ALERTS_PAGE}

You asked for mails of this kind. Switch them off here:
${publicUrl}/profile/preferences
`,
  };
}

const MINUTE_S = 60;
/** Until the next try, by how many there were, seconds; the last pause is repeated. */
export const PUSH_PAUSES_S: readonly number[] = [MINUTE_S / 2, 2 * MINUTE_S, 10 * MINUTE_S, 60 * MINUTE_S];
/** What a browser was not told of within a day is in the list of alerts all the same. */
export const PUSH_LASTS_MS = 24 * 60 * MINUTE_S * 1_000;
/** No service makes us wait longer, whatever it says. */
const LONGEST_WAIT_S = 60 * MINUTE_S;

export type AfterUnclear = { readonly kind: 'give_up' } | { readonly kind: 'wait'; readonly until: EpochMs };

/** What follows where it is not known whether a message was taken. */
export function afterUnclear(facts: {
  readonly queuedAt: EpochMs;
  readonly now: EpochMs;
  readonly retryAfterSeconds: number | undefined;
}): AfterUnclear {
  if (facts.now - facts.queuedAt >= PUSH_LASTS_MS) return { kind: 'give_up' };
  const wait = Math.min(facts.retryAfterSeconds ?? 0, LONGEST_WAIT_S);
  return { kind: 'wait', until: facts.now + wait * 1_000 };
}
