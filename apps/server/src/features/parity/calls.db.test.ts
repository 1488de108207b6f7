import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { insertDeployment, openMarket } from '../risk/testing/desk-facts.ts';
import { compareDay } from './rules.ts';
import type { ParityBody } from './service.ts';
import { putReport } from './store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

test('a trick’s newest report is read by its owner alone, and any day that has one; before the first there is none', async () => {
  const { userId: accountId, accessToken: token } = await api.signUp('parityowner');
  const TricksId = await insertDeployment(api.database.db, { accountId, mode: 'paper' });
  const first = await api.send('parityreport', { TricksId }, { token });
  expect(first.data).toEqual({ days: [] });
  expect((await api.send('trickdetails', { TricksId }, { token })).data.trick_details.parity).toEqual([]);
  const leg = { at: 0, pricePaise: 100, rule: 'entry', referencePaise: 100, slippagePaise: 0 } as const;
  const parity = compareDay({
    mode: 'paper',
    expected: [
      { key: 'A@0', symbol: 'A', direction: 'long', quantity: 1, chargesPaise: 7, entry: leg, exit: undefined },
    ],
    done: [],
    refusals: new Map([['A@0', 'missed_bar']]),
    ownerFrom: undefined,
    haltedFrom: undefined,
    marks: new Map([['A', 150]]),
    ticks: new Map(),
  });
  const body = JSON.stringify({ parity, from: 'run', runNumber: 1 } satisfies ParityBody);
  for (const day of ['2026-01-01', '2026-01-02']) {
    const report = { accountId, deploymentId: TricksId, mode: 'paper', body, at: new Date(0), day };
    await putReport(api.database.db.kysely, report);
  }
  const { data } = await api.send('parityreport', { TricksId }, { token });
  expect(data.days).toEqual(['2026-01-02', '2026-01-01']);
  expect(data.report).toMatchObject({
    day: '2026-01-02',
    badge: 'test',
    differencePaise: -43,
    parts: [{ cause: 'missed_bar', paise: -43 }],
    trades: [{ what: 'missing', cause: 'missed_bar' }],
  });
  expect((await api.send('parityreport', { TricksId, date: '2026-01-01' }, { token })).data.report?.day).toBe(
    '2026-01-01',
  );
  const { trick_details: trick } = (await api.send('trickdetails', { TricksId }, { token })).data;
  expect(trick.parity.map(({ day }) => day)).toEqual(['2026-01-02', '2026-01-01']);
  // Fifty paise were missed; seven that its entry would have cost were not paid.
  expect(trick.parity[0]).toEqual({
    day: '2026-01-02',
    badge: 'test',
    compared: 0,
    apart: 1,
    grossDifferencePaise: -50,
    differencePaise: -43,
    parts: [{ cause: 'missed_bar', paise: -43 }],
    unexplained: 0,
  });
  const stranger = await api.signUp('paritystranger');
  const theirs = await api.send('parityreport', { TricksId }, { token: stranger.accessToken });
  expect(theirs.code).toBe('NOT_FOUND');
});
