import type { ErasureObstacle, KeptRecord } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { DAY_MS, type Language } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { writeMail } from '../../platform/mail/index.ts';
import { recordActivity } from '../activity/index.ts';
import * as store from './erase-store.ts';
import { readKept, readObstacles } from './obstacles.ts';
import { type OwnDataParts, type Proof, prove, type Who } from './parts.ts';

export interface Erased {
  readonly at: Date;
  readonly kept: Readonly<Record<KeptRecord, number>>;
}

/**
 * Erases an account: who somebody is and whatever opens the account at once, in one transaction; what there is much of
 * follows in parts (`continueErasures`). Whatever stands against it is told all at once.
 *
 * @throws Refusal `WRONG_PASSWORD`, `TOTP_REQUIRED`, `TOTP_WRONG`, `TOO_MANY_TRIES`, `ERASURE_BLOCKED`
 */
export async function eraseAccount(parts: OwnDataParts, who: Who, proof: Proof): Promise<Erased> {
  const { accounts, brokerLinks, clock, gate, ids } = parts;
  const { accountId } = who;
  const today = await parts.today();
  // Before the transaction: it takes time and needs no row.
  const passwordHash = await accounts.unusablePassword();
  const at = new Date(clock.now());
  const { sessions, links, kept } = await prove(parts, who, proof, {
    hold: async (tx) => void (await living(tx, accountId)),
    deed: async (tx) => {
      const { email, fullName, language } = await living(tx, accountId);
      await refuseObstacles(tx, accountId, today);
      await recordActivity(tx, {
        accountId,
        kind: 'security',
        sentence: 'Deleted the account.',
        origin: who.origin,
        at,
      });
      const facts = await readKept(tx, accountId);
      const unlinked = await brokerLinks.unlinkAll(tx, accountId);
      const ended = await store.deleteSessions(tx, accountId);
      await store.endSubscriptions(tx, accountId, at);
      await store.deletePersonal(tx, accountId, email);
      await store.forgetNames(tx, accountId, at);
      await store.giveTicketsBack(tx, accountId);
      await store.pseudonymise(tx, { accountId, passwordHash, referralCode: ids.referralCode(), at });
      await writeMail(tx, parts.outbox, goodbyeMail({ accountId, email, fullName, language, at }), at);
      return { sessions: ended, links: unlinked, kept: facts };
    },
  });
  for (const sessionId of sessions) gate.markEnded(sessionId);
  await brokerLinks.signOutAll(links);
  return { at, kept };
}

/** Who is erased has no session that could ask; one that was admitted just before is told that it has ended. */
async function living(tx: Tx, accountId: number) {
  const account = await store.lockLiving(tx, accountId);
  if (!account) throw new Refusal('TOKEN_EXPIRED');
  return account;
}

/** After the account is held: what is begun for it from now on waits, and then finds it erased. */
async function refuseObstacles(tx: Tx, accountId: number, today: string): Promise<void> {
  const obstacles = await readObstacles(tx, { accountId, today });
  if (obstacles.length === 0) return;
  const errors = obstacles.map(({ code, sentence }) => ({ path: pathOf(code), message: sentence }));
  throw new Refusal('ERASURE_BLOCKED', { errors });
}

/** The cause stands where other refusals name a field. */
const pathOf = (code: ErasureObstacle): string => code;

const MAIL_LASTS_MS = 7 * DAY_MS;

interface Leaver {
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language | null;
  readonly at: Date;
}

function goodbyeMail({ accountId, email: to, fullName, language, at }: Leaver) {
  const body = `Hello ${fullName},

your Trickdesk account is deleted, as you asked. Your name, this address, your mobile number, your tricks, back-tests, alerts and sessions are gone, and what opened your broker account is destroyed.

Law makes us keep invoices and payments for eight years, and real orders, your verified identity and the log of what was done for five. They stand under a number, without your name where law does not ask for it.

This address is free to be used again. If it was not you who asked, somebody knows your password: change it wherever else you use it.
`;
  const subject = 'Your Trickdesk account is deleted';
  const bodyUntil = new Date(at.getTime() + MAIL_LASTS_MS);
  return { to, language, subject, body, dedupeKey: `account-deleted:${accountId}`, bodyUntil };
}
