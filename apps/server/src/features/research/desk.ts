import type { RaTrade } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { answerOnce, findAnswerOf } from '../../platform/idempotency.ts';
import type { GivenProof } from '../accounts/index.ts';
import { recordAct } from '../audit/index.ts';
import { checkDraft, type Draft, type MarketMoment, marketNow } from './draft.ts';
import type { Operator, ResearchDeskParts } from './parts.ts';
import { readCalls } from './read-list.ts';
import * as store from './store.ts';
import { callToWire, type ShownCall, shownToWire } from './wire.ts';

export type ResearchDesk = ReturnType<typeof createResearchDesk>;

export interface Publication {
  readonly draft: Draft;
  readonly idempotencyKey: string;
}

export interface WithdrawnCall extends GivenProof {
  readonly researchId: number;
  readonly reason: string;
}

/** Where research is published and withdrawn. Nothing that was published is changed, and every act is on the record. */
export function createResearchDesk(parts: ResearchDeskParts) {
  const db = parts.database.kysely;
  const read = async (id: number): Promise<RaTrade> => {
    const row = await store.findCall(db, id, parts.marketData.dataset);
    if (!row) throw new Refusal('NOT_FOUND');
    return callToWire(row, parts.marketData);
  };
  return {
    list: (filter: Omit<store.CallFilter, 'dataset'>, page: store.CallPage) => readCalls(parts, filter, page),
    preview: async (operator: Operator, draft: Draft) =>
      shownToWire(await checked(parts, operator, draft), parts.marketData),
    publish: async (operator: Operator, { totp, password, ...publication }: Publication & GivenProof) => {
      const proof = await parts.secondFactor.prove(operator, { totp, password });
      const id = await publish(parts, operator, publication, { within: proof.useIn });
      await proof.settle();
      return read(id);
    },
    /** For the demo, whose past is made after it: a call of that moment, checked and recorded like any other. */
    publishInThePast: async (operator: Operator, publication: Publication, moment: MarketMoment) =>
      read(await publish(parts, operator, publication, { moment })),
    /** What the demo tells its calls apart by. */
    rationalesOf: (operator: Operator) => store.listRationales(db, operator.accountId, parts.marketData.dataset),
    withdraw: async (operator: Operator, withdrawn: WithdrawnCall) => {
      await withdraw(parts, operator, withdrawn);
      return read(withdrawn.researchId);
    },
  };
}

async function checked(parts: ResearchDeskParts, operator: Operator, draft: Draft, moment?: MarketMoment) {
  const analystName = await store.nameOfAccount(parts.database.kysely, operator.accountId);
  const momentOf = moment ? async () => moment : () => marketNow(parts, draft.symbol);
  return checkDraft(parts, draft, { analystName, momentOf });
}

interface Beside {
  /** What commits with it; a repetition, which publishes nothing, goes without. */
  readonly within?: (tx: Tx) => Promise<void>;
  /** Absent: now. */
  readonly moment?: MarketMoment;
}

/** @returns the number of the call */
async function publish(
  parts: ResearchDeskParts,
  operator: Operator,
  { draft: asked, idempotencyKey: key }: Publication,
  { within, moment }: Beside,
): Promise<number> {
  const at = new Date(parts.clock.now());
  const keyed = { accountId: operator.accountId, call: 'opspublishresearch', key };
  // A repetition is not checked anew: the market has gone on.
  const earlier = await findAnswerOf<number>(parts.database.kysely, keyed);
  const draft = earlier === undefined ? await checked(parts, operator, asked, moment) : undefined;
  return parts.database.transaction(async (tx) => {
    const outcome = await answerOnce(tx, { ...keyed, body: asked, now: at }, async () => {
      if (!draft) throw new Error('the first answer to this key is gone');
      const { name: _, ...row } = draft;
      const id = await store.insertCall(tx, { ...row, published_by: operator.accountId, published_at: at });
      await recordAct(tx, {
        ...{ operator, what: 'publish_research', subject: 'research', subjectId: String(id), at },
        sentence: `Published call ${id}: ${row.side} ${row.symbol}.`,
        before: {},
        after: published(row),
      });
      await within?.(tx);
      return id;
    });
    if (outcome.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return outcome.answer;
  });
}

/** What the record keeps of a publication: all that people see. */
function published(row: Omit<ShownCall, 'name'>): object {
  return {
    ...{ symbol: row.symbol, side: row.side, entryPaise: row.entry_paise, stopPaise: row.stop_paise },
    ...{ targetsPaise: row.targets_paise, referencePaise: row.reference_paise, rationale: row.rationale },
    ...{ analyst: row.analyst_name, registrationNumber: row.registration_number },
    ...{ holdsInterest: row.holds_interest, usesAi: row.uses_ai, dataset: row.dataset },
    exchangeAt: row.exchange_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** @throws Refusal `NOT_FOUND`, `RESEARCH_WITHDRAWN`, `RESEARCH_ENDED`, and those of a proof */
async function withdraw(
  { database, clock, marketData, secondFactor }: ResearchDeskParts,
  operator: Operator,
  { researchId, reason, ...given }: WithdrawnCall,
): Promise<void> {
  const proof = await secondFactor.prove(operator, given);
  const { now } = await marketData.marketState();
  await database.transaction(async (tx) => {
    const call = await store.lockCall(tx, researchId, marketData.dataset);
    if (!call) throw new Refusal('NOT_FOUND');
    if (call.withdrawn_at !== null) throw new Refusal('RESEARCH_WITHDRAWN');
    if (call.ended_at !== null) throw new Refusal('RESEARCH_ENDED');
    const at = new Date(clock.now());
    const exchangeAt = new Date(now ?? call.exchange_at.getTime());
    await store.withdrawCall(tx, researchId, { at, exchangeAt, reason, operatorId: operator.accountId });
    await proof.useIn(tx);
    await recordAct(tx, {
      ...{ operator, what: 'withdraw_research', subject: 'research', subjectId: String(researchId), at },
      sentence: `Withdrew call ${researchId}: ${reason}`,
      before: { state: call.state, withdrawn: false },
      after: { state: call.state, withdrawn: true, reason },
    });
  });
  await proof.settle();
}
