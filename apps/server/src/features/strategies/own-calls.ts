import type { OutputOf, ownTrickCalls, owntricks } from '@trickdesk/contract';
import { INTERVALS, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OwnRecord } from './own-store.ts';
import type { OwnStrategiesFor } from './own-strategies.ts';

export const ownTrickHandlers = (ownFor: OwnStrategiesFor): Handlers<typeof ownTrickCalls> => ({
  validatetrick: async (caller, input) => {
    const { ok, ...checked } = await ownFor(caller.origin).check(input.definition, input.capitalPaise);
    return 'errors' in checked ? { valid: ok, errors: [...checked.errors] } : { valid: ok, errors: [], ...checked };
  },
  savetrick: async (caller, { TricksId, version, ...input }) => {
    const saved = await ownFor(caller.origin).save(caller.accountId, {
      ...input,
      strategyId: TricksId,
      baseVersion: version,
    });
    const { strategyId, ...answer } = saved;
    const said = saved.madeVersion ? `Version ${saved.version} is saved.` : 'Saved. Its rules are the same as before.';
    return new Reply({ TricksId: strategyId, ...answer }, said);
  },
  retiretrick: async (caller, { TricksId, retired }) => {
    await ownFor(caller.origin).retire({ accountId: caller.accountId, strategyId: TricksId }, retired);
    return new Reply({ TricksId, retired }, retired ? 'The trick is retired.' : 'The trick is back in use.');
  },
  deletetrick: async (caller, { TricksId }) => {
    await ownFor(caller.origin).remove({ accountId: caller.accountId, strategyId: TricksId });
    return new Reply({ TricksId }, 'The trick is deleted.');
  },
  owntricks: async (caller, { pageNumber, pageSize, Search }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
    const { rows, total } = await ownFor(caller.origin).list(caller.accountId, Search, page);
    return { trick_list: rows.map(itemToWire), pageNumber, pageSize, total };
  },
  owntrick: async (caller, { TricksId, version }) => {
    const owned = { accountId: caller.accountId, strategyId: TricksId };
    const { record, versions, shown } = await ownFor(caller.origin).read(owned, version);
    return {
      trick: {
        ...itemToWire(record),
        minCapitalPaise: toSafePaise(record.min_capital_paise),
        backtests: versions.reduce((sum, each) => sum + each.backtests, 0),
        shown,
        versions: versions.map(({ created_at, ...each }) => ({ ...each, at: toIndiaIso(created_at.getTime()) })),
      },
    };
  },
});

type OwnItem = OutputOf<typeof owntricks>['trick_list'][number];

function itemToWire(record: OwnRecord): OwnItem {
  const interval = INTERVALS.find((known) => known === record.bar_interval);
  if (!interval) throw new Error(`trick ${record.id} has bars of ${record.bar_interval}`);
  return {
    TricksId: record.id,
    name: record.name,
    summary: record.summary,
    version: record.version,
    savedAt: toIndiaIso(record.saved_at.getTime()),
    instruments: record.symbols,
    interval,
    product: record.product === 'INTRADAY' ? 'INTRADAY' : 'DELIVERY',
    retired: record.retired,
    copies: record.copies,
    runningCopies: record.running,
  };
}
