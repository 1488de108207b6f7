import { sql } from 'kysely';
import type { Person, TestApi } from '../../../testing/test-api.ts';

/** A trick of the owner's that waits for the catalogue, with a back-test that is done. @returns its number */
export async function insertSubmission(api: TestApi, owner: Person): Promise<number> {
  const { dataset } = api.services.marketData;
  const definition = JSON.stringify({
    ...{ format: 1, instruments: [{ exchange: 'NSE', symbol: 'SBIN' }], interval: '5m', product: 'INTRADAY' },
    ...{ direction: 'long', entry: { long: 'close > open' }, sizing: { method: 'fixed_quantity', quantity: 1 } },
    session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  });
  const { rows } = await sql<{ id: number }>`
    WITH trick AS (
      INSERT INTO strategy (owner_id, name, summary, description, author, category, segment, risk, min_capital_paise,
        created_at)
      VALUES (${owner.userId}, 'Own', '', '', 'Asha Rao', 'trend', 'intraday', 'low', 10000000, now()) RETURNING id),
    version AS (
      INSERT INTO strategy_version (strategy_id, version, definition, note, created_at)
      SELECT id, 1, ${definition}::jsonb, '', now() FROM trick RETURNING id, strategy_id),
    test AS (
      INSERT INTO backtest (account_id, tricks_id, name, strategy_version_id, definition, version_hash, dataset,
        from_date, to_date, capital_paise, costs, slippage_bps, status, trades, net_paise, return_percent, created_at,
        ended_at)
      SELECT ${owner.userId}, strategy_id, 'Own', id, ${definition}::jsonb, repeat('a', 64), ${dataset},
        '2026-01-05', '2026-01-06', 10000000, true, 2, 'done', 1, 100, 0.1, now(), now() FROM version RETURNING id)
    INSERT INTO trick_publication (account_id, strategy_id, strategy_version_id, backtest_id, name, summary,
      description, category, segment, risk, min_capital_paise, submitted_at)
    SELECT ${owner.userId}, strategy_id, version.id, test.id, 'Own', '', 'For a test.', 'trend', 'intraday', 'low',
      10000000, now() FROM version, test RETURNING id`.execute(api.database.db.kysely);
  const [row] = rows;
  if (!row) throw new Error('nothing was submitted');
  return row.id;
}
