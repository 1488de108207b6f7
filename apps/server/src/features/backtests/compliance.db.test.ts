import { expect, test } from 'vitest';
import { openTestApi } from '../../testing/test-api.ts';
import { seedCatalogue } from '../strategies/index.ts';

const days = { from_date: '2026-01-05', to_date: '2026-01-06', capitalPaise: 5_00_000_00 };

test('in compliance mode a trick of the catalogue is not tested by who is not verified', async () => {
  const strict = await openTestApi({ COMPLIANCE: '1' });
  try {
    const person = await strict.signUp('unverified');
    await seedCatalogue(strict.database.db, new Date(0));
    const { data } = await strict.send('hometrickers', {}, { token: person.accessToken });
    const sent = { ...days, TricksId: data.trick_list[0]?.TricksId ?? 0 };
    expect((await strict.send('setAndStartBacktest', sent, { token: person.accessToken })).code).toBe(
      'KYC_NOT_VERIFIED',
    );
  } finally {
    await strict.close();
  }
});
