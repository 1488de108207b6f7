import type { OpsPublication, SentInputOf, submittrick } from '@trickdesk/contract';
import { PASSWORD, type Person, signUpOperator } from '../../../testing/test-api.ts';
import { openBacktestWorld } from '../../backtests/testing/world.ts';

/** Rules that trade often, so that a short back-test has trades. */
const RULES = {
  format: 1 as const,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '1m' as const,
  product: 'INTRADAY' as const,
  direction: 'long' as const,
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close, 5) crosses above ema(close, 20)' },
  risk: { stopLoss: { kind: 'percent' as const, percent: 1 } },
  sizing: { method: 'capital_share' as const, percent: 20 },
};

export type PublicationWorld = Awaited<ReturnType<typeof openPublicationWorld>>;

/** The API with prices to back-test on, people who make tricks, and operators who decide on them. */
export async function openPublicationWorld() {
  const world = await openBacktestWorld();
  const { api, as } = world;
  await world.startQueue();
  const operator = await signUpOperator(api, 'publisher');
  let made = 0;
  /** Somebody whose back-tests of the month are not used up. */
  const maker = () => {
    made += 1;
    return api.signUp(`maker${made}`);
  };
  let key = 0;
  const save = async (
    person: Person,
    more: { readonly TricksId?: number; readonly version?: number } = {},
    rules = {},
  ) => {
    key += 1;
    const definition = { ...RULES, ...rules };
    const input = { name: 'My cross', summary: 'Crosses.', definition, idempotencyKey: `save-${key}`, ...more };
    const { data, message } = await api.send('savetrick', input as never, as(person));
    if (!data) throw new Error(message);
    return data;
  };
  const backtest = async (person: Person, TricksId: number, more: object = {}): Promise<number> => {
    const id = await world.start(person, { TricksId, ...more });
    await world.finished(person, id);
    return id;
  };
  type Submitting = Pick<SentInputOf<typeof submittrick>, 'TricksId' | 'version' | 'BacktestId'>;
  const submit = (person: Person, asked: Submitting) => {
    const words = { category: 'trend', risk: 'high', description: 'Buys when the price turns up.' } as const;
    return api.send('submittrick', { ...words, ...asked }, as(person));
  };
  /** A trick with its first version and what backs it. */
  const backed = async (person: Person, rules: object = {}): Promise<Submitting> => {
    const { TricksId, version } = await save(person, {}, rules);
    return { TricksId, version, BacktestId: await backtest(person, TricksId) };
  };
  const submitted = async (person: Person, asked: Submitting): Promise<number> => {
    const { data, message } = await submit(person, asked);
    if (!data) throw new Error(message);
    return data.publication.publicationId;
  };
  const publish = (publicationId: number, by: Person = operator) =>
    api.send('opspublishtrick', { publicationId, password: PASSWORD }, as(by));
  const published = async (publicationId: number): Promise<OpsPublication> => {
    const { data, message } = await publish(publicationId);
    if (!data) throw new Error(message);
    return data.publication;
  };
  const acts = (publicationId: number) =>
    api.database.db.kysely
      .selectFrom('operator_act')
      .select(['what', 'sentence', 'before', 'after', 'operator_id'])
      .where('subject', '=', 'publication')
      .where('subject_id', '=', String(publicationId))
      .orderBy('id')
      .execute();
  const alertsOf = async (person: Person) =>
    (await api.send('usernotificationlist', {}, as(person))).data.notification_list;
  return {
    ...{ api, as, operator, maker, save, backtest, submit, backed, submitted, publish, published, acts, alertsOf },
    close: async () => {
      await world.clear();
      await world.close();
    },
  };
}
