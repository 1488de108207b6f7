import type { Tx } from '@trickdesk/db';
import { isTradable } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { latestVersion } from './latest-version.ts';
import type { BasketParts } from './parts.ts';
import { todayOf, type Who } from './start-run.ts';
import * as store from './store.ts';

export interface OwnBasket {
  readonly name: string;
  readonly constituents?: readonly { readonly symbol: string; readonly weightPercent: number }[] | undefined;
  readonly benchmark?: string | undefined;
  readonly fromBasketId?: number | undefined;
}

const MOST_OWN = 50;
const WHOLE_BPS = 10_000;
const DEFAULT_BENCHMARK = 'NIFTY';

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Makes a basket of a person's own. @throws Refusal with every field that is wrong */
export async function addOwnBasket(parts: BasketParts, who: Who, wish: OwnBasket): Promise<{ basketId: number }> {
  const { database, marketData, clock } = parts;
  const { accountId, origin } = who;
  const from =
    wish.fromBasketId === undefined
      ? undefined
      : await latestVersion(database.kysely, marketData, { accountId, basketId: wish.fromBasketId });
  const constituents =
    wish.constituents?.map(({ symbol, weightPercent }) => ({ symbol, weightBps: Math.round(weightPercent * 100) })) ??
    from?.targets ??
    [];
  const benchmark = wish.benchmark ?? from?.basket.benchmark ?? DEFAULT_BENCHMARK;
  const errors = [...weightProblems(constituents), ...(await symbolProblems(parts, constituents, benchmark))];
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', { errors });
  const at = new Date(clock.now());
  const { day: today } = await todayOf(parts);
  return database.transaction(async (tx) => {
    await mustBeNew(tx, accountId, wish.name);
    const { id } = await store.insertBasket(tx, {
      ...{ account_id: accountId, name: wish.name, theme: 'own', risk: from?.basket.risk ?? 'high', benchmark },
      ...{ summary: `${constituents.length} names of your own choice.`, created_at: at },
      description: from
        ? `Made from ${from.basket.name}.`
        : 'Your own names and weights. Nothing reviews them but you.',
    });
    await store.insertVersion(
      tx,
      {
        basket_id: id,
        dataset: marketData.dataset,
        version: 1,
        since: today,
        reason: 'As you made it.',
        created_at: at,
      },
      constituents.map(({ symbol, weightBps }) => ({ symbol, weight_bps: weightBps, reason: 'Your own choice.' })),
    );
    const sentence = `Made the basket ${wish.name}.`;
    await recordActivity(tx, { accountId, kind: 'settings', sentence, origin, facts: { basketId: id }, at });
    return { basketId: id };
  });
}

async function mustBeNew(tx: Tx, accountId: number, name: string): Promise<void> {
  await store.lockOwn(tx, accountId);
  const own = await store.listOwn(tx, accountId);
  if (own.length >= MOST_OWN) throw new Refusal('TOO_MANY_BASKETS');
  const wanted = name.toLowerCase();
  if (!own.some((basket) => basket.name.toLowerCase() === wanted)) return;
  const { message } = new Refusal('BASKET_NAME_IN_USE');
  throw new Refusal('BASKET_NAME_IN_USE', { errors: [{ path: 'name', message }] });
}

type Weighted = readonly { readonly symbol: string; readonly weightBps: number }[];

export function weightProblems(constituents: Weighted): Problem[] {
  if (constituents.length === 0) return [{ path: 'constituents', message: 'Choose one name at least.' }];
  const sum = constituents.reduce((total, { weightBps }) => total + weightBps, 0);
  const seen = new Set<string>();
  const doubled = constituents.flatMap(({ symbol }, i) => {
    const isKnown = seen.has(symbol);
    seen.add(symbol);
    return isKnown ? [{ path: `constituents.${i}.symbol`, message: `${symbol} is in it twice.` }] : [];
  });
  const tiny = constituents.flatMap(({ weightBps }, i) =>
    weightBps > 0 ? [] : [{ path: `constituents.${i}.weightPercent`, message: 'A weight is 0.01 % at least.' }],
  );
  const off =
    sum === WHOLE_BPS ? [] : [{ path: 'constituents', message: `The weights add up to ${sum / 100} %, not to 100 %.` }];
  return [...doubled, ...tiny, ...off];
}

async function symbolProblems(
  { marketData }: BasketParts,
  constituents: Weighted,
  benchmark: string,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [i, { symbol }] of constituents.entries()) {
    const instrument = await marketData.instrument('NSE', symbol);
    if (instrument?.active && isTradable(instrument)) continue;
    problems.push({ path: `constituents.${i}.symbol`, message: `${symbol} cannot be traded here.` });
  }
  if (!(await marketData.instrument('NSE', benchmark))) {
    problems.push({ path: 'benchmark', message: `There are no prices of ${benchmark}.` });
  }
  return problems;
}
