import { expect, test } from 'vitest';
import { openTestApi } from '../../testing/test-api.ts';
import { forgetDemoProgress, putDemoProgress, readDemoProgress } from './demo-progress-store.ts';

test('home tells the demo investor alone how far the history is, and nothing once it is made', async () => {
  const api = await openTestApi({ DEMO: '1' });
  try {
    const [asha, ravi] = [await api.signUp('asha'), await api.signUp('ravi')];
    const { kysely } = api.database.db;
    const homeOf = async ({ accessToken: token }: typeof asha) => (await api.send('home', {}, { token })).data;
    expect(await homeOf(asha)).not.toHaveProperty('demoHistory');
    await putDemoProgress(kysely, asha.userId, { done: 3, total: 7 });
    expect((await homeOf(asha)).demoHistory).toEqual({ done: 3, total: 7 });
    expect(await homeOf(ravi)).not.toHaveProperty('demoHistory');
    // A start that looks again from the beginning.
    await putDemoProgress(kysely, asha.userId, { done: 1, total: 7 });
    expect(await readDemoProgress(kysely)).toEqual({ done: 3, total: 7 });
    await putDemoProgress(kysely, asha.userId, { done: 7, total: 7 });
    expect(await homeOf(asha)).not.toHaveProperty('demoHistory');
    expect(await readDemoProgress(kysely)).toBeUndefined();
  } finally {
    await api.close();
  }
});

test('where there is no demo, or it could not be made, nobody waits for it', async () => {
  const api = await openTestApi({ DEMO: '0' });
  try {
    const { userId, accessToken: token } = await api.signUp('asha');
    const { kysely } = api.database.db;
    await putDemoProgress(kysely, userId, { done: 3, total: 7 });
    expect((await api.send('home', {}, { token })).data).not.toHaveProperty('demoHistory');
    await forgetDemoProgress(kysely);
    expect(await readDemoProgress(kysely)).toBeUndefined();
  } finally {
    await api.close();
  }
});
