import type { BrokerOrder, BrokerReply } from '@trickdesk/brokers';
import { describe, expect, test } from 'vitest';
import type { AccountDesk } from './account-desk.ts';
import type { DeskOrder } from './model.ts';
import { SingleLook } from './single-look.ts';
import { DeskWorld } from './testing/desk-world.ts';

const KNOWN = { brokerOrderId: 'b1', uniqueOrderId: 'u1' };

/** An entry that the broker has taken, and nobody has said anything of since. */
function accepted(more: Partial<DeskOrder> = {}): { readonly world: DeskWorld; readonly order: DeskOrder } {
  const world = new DeskWorld();
  // The book has had its turn.
  world.run(100);
  world.broker.socket.isMuted = true;
  world.enter(10);
  world.run(40);
  const order = [...world.core.orders.values()][0];
  if (!order) throw new Error('nothing was sent');
  Object.assign(order, { ...KNOWN, acknowledgedAtWall: world.wall, shapeAtWall: world.wall, ...more });
  return { world, order };
}

/** After how many milliseconds of silence it is asked for, in steps of ten, within five seconds. */
function askedAfter({ world, order }: ReturnType<typeof accepted>): number[] {
  const single = new SingleLook();
  const times: number[] = [];
  for (let ms = 0; ms <= 5_000; ms += 10) {
    const now = { ...world.moment(), wall: world.wall + ms };
    if (single.next([order], now)) times.push(ms);
  }
  return times;
}

describe('an order is asked for by itself', () => {
  test('a quarter of a second after it was taken, four times a second, for three seconds', () => {
    const times = askedAfter(accepted());
    expect(times.slice(0, 3)).toEqual([250, 500, 750]);
    expect(times.at(-1)).toBe(2_750);
    expect(times).toHaveLength(11);
  });

  test('counted from its last change too', () => {
    const { world, order } = accepted();
    order.shapeAtWall = world.wall + 1_000;
    expect(askedAfter({ world, order })[0]).toBe(1_250);
  });

  test.each<[string, Partial<DeskOrder>]>([
    ['has no number of its own', { uniqueOrderId: undefined }],
    ['is being changed', { asking: { verb: 'cancel', sinceWall: 1 } }],
    ['is over', { progress: { state: 'filled', filledQuantity: 10, filledValuePaise: 10 * 600_00 } }],
    ['may not be at the broker', { progress: { state: 'unknown', filledQuantity: 0, filledValuePaise: 0 } }],
    ['is its owner’s, and may rest', { role: 'own', handExitId: undefined }],
  ])('and not where it %s', (_, more) => {
    expect(askedAfter(accepted(more))).toEqual([]);
  });

  test('the one that was asked for longest ago first', () => {
    const { world, order } = accepted();
    const earlier = order.shapeAtWall - 30;
    const other = { ...order, tag: 'other', shapeAtWall: earlier, acknowledgedAtWall: earlier };
    const single = new SingleLook();
    const asked = (ms: number) => single.next([order, other], { ...world.moment(), wall: world.wall + ms })?.tag;
    expect([asked(220), asked(250), asked(460), asked(470), asked(500)]).toEqual([
      ...['other', order.tag, undefined, 'other', order.tag],
    ]);
  });
});

describe('a look at it', () => {
  function desk({ world }: ReturnType<typeof accepted>) {
    const said: string[] = [];
    const told = {
      core: world.core,
      linkId: 1,
      moment: () => ({ ...world.moment(), wall: world.wall + 300 }),
      step: () => said.push('step'),
      parts: { log: { error: (_: object, words: string) => said.push(words) } },
    };
    // The few things of a desk that it uses.
    return { said, desk: told as unknown as AccountDesk };
  }
  const reply = ({ world }: ReturnType<typeof accepted>): BrokerReply<BrokerOrder> => {
    const [report] = world.broker.book();
    if (!report) throw new Error('the broker has nothing');
    return { kind: 'ok', value: { ...report, ...KNOWN } };
  };

  test('takes in what the broker says of it', async () => {
    const given = accepted();
    const { said, desk: of } = desk(given);
    const asked: string[] = [];
    const order = async (id: string) => {
      asked.push(id);
      return reply(given);
    };
    await new SingleLook().look(of, { order });
    expect([asked, said, given.order.progress]).toMatchObject([
      ['u1'],
      ['step'],
      { state: 'filled', filledQuantity: 10 },
    ]);
  });

  test('asks one at a time, and goes on after one that failed', async () => {
    const given = accepted();
    const { said, desk: of } = desk(given);
    const single = new SingleLook();
    let answer: (reply: BrokerReply<BrokerOrder>) => void = () => undefined;
    const waiting = new Promise<BrokerReply<BrokerOrder>>((resolve) => {
      answer = resolve;
    });
    const first = single.look(of, { order: () => waiting });
    const never = async () => Promise.reject(new Error('asked beside another'));
    await single.look(of, { order: never });
    answer({ kind: 'session_expired' } as BrokerReply<BrokerOrder>);
    await first;
    expect([said, given.order.progress.state]).toEqual([[], 'pending']);
    await new SingleLook().look(of, { order: never });
    expect(said).toEqual(['a look at a single order failed']);
  });

  test('is nothing to a desk that has read anew meanwhile', async () => {
    const given = accepted();
    const { said, desk: of } = desk(given);
    const anew = async () => {
      Object.assign(of, { core: new DeskWorld().core });
      return reply(given);
    };
    await new SingleLook().look(of, { order: anew });
    expect([said, given.order.progress.state]).toEqual([[], 'pending']);
  });
});

describe('while the socket is deaf', () => {
  test('a fill is known within half a second, and its stop rests', () => {
    const world = new DeskWorld();
    world.run(1_300);
    world.broker.socket.isMuted = true;
    world.enter(10);
    world.run(500);
    expect(world.broker.orders).toMatchObject([{ state: 'filled' }, { side: 'sell', state: 'trigger_pending' }]);
  });

  test('a stop that the exchange has refused is followed by what can stand a second later', () => {
    const world = new DeskWorld({ sides: ['buy'], band: { lowerPaise: 599_00, upperPaise: 601_00 } });
    world.run(300);
    world.enter(1);
    world.broker.band = { lowerPaise: 598_50, upperPaise: 601_50 };
    world.lastPaise = 598_90;
    world.broker.socket.isMuted = true;
    world.run(1_300);
    const [entry, refused, next] = world.broker.orders;
    expect([entry, refused]).toMatchObject([{ state: 'filled' }, { side: 'sell', state: 'rejected' }]);
    expect(next).toMatchObject({ side: 'sell' });
  });
});
