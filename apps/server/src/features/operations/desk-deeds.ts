import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { haltWithin, type Status, wakeRunner } from '../deployments/index.ts';
import {
  findKillSwitch,
  liftDeskSwitchWithin,
  liftProductKillSwitch,
  type ProductSwitchReport,
  setDeskSwitchWithin,
  throwProductKillSwitch,
  wakeSwitched,
} from '../risk/index.ts';
import type { DeskParts } from './desk.ts';
import { findAccount, findTrick } from './desk-store.ts';

export interface DeskDeedParts extends DeskParts {
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

type Operator = Pick<Caller, 'accountId' | 'origin'>;

interface Reasoned extends GivenProof {
  readonly reason: string;
}

export interface TrickToHalt extends Reasoned {
  readonly deploymentId: number;
}

export interface AccountToSwitch extends Reasoned {
  readonly userId: number;
  readonly on: boolean;
}

export interface ProductToSwitch extends Reasoned {
  readonly on: boolean;
}

/** Who set the product's switch, as its row says. */
const BY = 'operator';

/** What the desk does; each deed and its record are one transaction, and who does it has shown once more who they are. */

/** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `TRICK_NOT_RUNNING`, and those of a proof */
export async function haltTrick(
  parts: DeskDeedParts,
  operator: Operator,
  { deploymentId, reason, ...given }: TrickToHalt,
): Promise<{ readonly status: Status; readonly phase: 'running' | 'stopping' | 'exiting' | 'idle' }> {
  const proof = await parts.secondFactor.prove(operator, given);
  const trick = await findTrick(parts.database.kysely, deploymentId);
  if (!trick) throw new Refusal('NOT_FOUND');
  const { account_id: accountId, name, mode } = trick;
  if (accountId === operator.accountId) throw new Refusal('OWN_CASE');
  const owner = { accountId, deploymentId };
  const words = `Trickdesk has halted it: ${reason} Exits go on until nothing is held. You can start it again.`;
  const after = await parts.database.transaction(async (tx) => {
    const halted = await haltWithin(tx, parts, owner, asSentence(words, reason));
    await proof.useIn(tx);
    await recordAct(tx, {
      ...actBy(operator, parts),
      ...{ what: 'halt_trick', subject: 'trick', subjectId: String(deploymentId) },
      sentence: `Halted “${name}” of account ${accountId}: ${reason}`,
      before: { ...halted.before, accountId, mode },
      after: { ...halted.after, reason },
    });
    return halted.after;
  });
  await proof.settle();
  wakeRunner(parts, owner);
  return after;
}

/** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `SWITCH_IS_SET`, `SWITCH_NOT_SET`, and those of a proof */
export async function switchAccount(
  parts: DeskDeedParts,
  operator: Operator,
  { userId: accountId, on, reason, ...given }: AccountToSwitch,
): Promise<number> {
  const proof = await parts.secondFactor.prove(operator, given);
  if (!(await findAccount(parts.database.kysely, accountId))) throw new Refusal('NOT_FOUND');
  if (accountId === operator.accountId) throw new Refusal('OWN_CASE');
  const act = actBy(operator, parts);
  const switching = { accountId, reason, at: act.at };
  const withdrawn = await parts.database.transaction(async (tx) => {
    const subject = { subject: 'user', subjectId: String(accountId) };
    await proof.useIn(tx);
    if (on) {
      const count = await setDeskSwitchWithin(tx, { dataset: parts.marketData.dataset }, switching);
      const sentence = `Stopped the live entries of account ${accountId}: ${reason}`;
      const after = { isSet: true, reason, withdrawn: count };
      await recordAct(tx, { ...act, ...subject, what: 'stop_account', sentence, before: { isSet: false }, after });
      return count;
    }
    const was = await liftDeskSwitchWithin(tx, switching);
    const sentence = `Lifted the stop of live entries of account ${accountId}: ${reason}`;
    const before = { isSet: true, reason: was.reason, since: was.set_at.toISOString() };
    await recordAct(tx, {
      ...act,
      ...subject,
      what: 'release_account',
      sentence,
      before,
      after: { isSet: false, reason },
    });
    return 0;
  });
  await proof.settle();
  await wakeSwitched(parts, accountId);
  return withdrawn;
}

/** Set again, it takes back what is left. @throws Refusal `SWITCH_NOT_SET`, and those of a proof */
export async function switchProduct(
  parts: DeskDeedParts,
  operator: Operator,
  { on, reason, ...given }: ProductToSwitch,
): Promise<ProductSwitchReport> {
  const proof = await parts.secondFactor.prove(operator, given);
  const was = await findKillSwitch(parts.database.kysely, 0);
  const before = was ? { isSet: true, reason: was.reason, since: was.set_at.toISOString() } : { isSet: false };
  const act = { ...actBy(operator, parts), subject: 'product', subjectId: 'all', before };
  if (on) {
    const report = await throwProductKillSwitch(
      { ...parts, dataset: parts.marketData.dataset },
      {
        ...{ by: BY, reason: asSentence(reason, reason) },
        record: async (tx) => {
          await proof.useIn(tx);
          const sentence = `Stopped all live entries of everybody: ${reason}`;
          await recordAct(tx, { ...act, what: 'stop_product', sentence, after: { isSet: true, reason } });
        },
      },
    );
    await proof.settle();
    return report;
  }
  const lifted = await liftProductKillSwitch(parts, async (tx) => {
    await proof.useIn(tx);
    const sentence = `Lifted the stop of all live entries: ${reason}`;
    await recordAct(tx, { ...act, what: 'release_product', sentence, after: { isSet: false, reason } });
  });
  if (!lifted) throw new Refusal('SWITCH_NOT_SET');
  await proof.settle();
  return { accounts: 0, withdrawn: 0 };
}

function actBy(operator: Operator, { clock }: DeskParts): Pick<OperatorAct, 'operator' | 'at'> {
  return { operator, at: new Date(clock.now()) };
}

/** The same with the reason as a sentence of its own, whatever it ends with. */
function asSentence(words: string, reason: string): string {
  return /[.!?]$/.test(reason) ? words : words.replace(reason, `${reason}.`);
}
