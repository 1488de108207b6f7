import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeskOrder, isOver, type OrderShape } from './model.ts';
import { takeRequest } from './own-orders.ts';
import { RECALLED_MS, recallChanges } from './recall-changes.ts';
import { HandWorld } from './testing/hand-world.ts';
import { type ModelOrder, WRITE_FAULTS, type WriteFault } from './testing/model-broker.ts';

const BAND = { lowerPaise: 595_00, upperPaise: 605_00 };

/** An order by hand that rests below the market, and changes of it as the owner's requests stand in rows. */
class ChangeWorld extends HandWorld {
  /** As rows: when each was carried out, where it was. */
  readonly #changes = new Map<bigint, { readonly wants: OrderShape; appliedAtWall: number | undefined }>();
  readonly #tag: string;
  #requests = 0n;

  constructor() {
    super({ sides: ['buy'] });
    const store = this.rows.store.bind(this.rows);
    this.rows.store = (step) => {
      store(step);
      for (const id of step.requestsReopened) this.#applied(id, undefined);
      for (const id of step.requestsDone) this.#applied(id, step.wall);
    };
    this.#tag = this.own('buy', 10, 598_00).tag;
    this.run(1_000);
    // Known to the exchange alone: the change is taken, and not made.
    this.broker.band = BAND;
    expect(this.atExchange).toMatchObject({ state: 'open', shape: { pricePaise: 598_00 } });
  }

  get isAsked(): boolean {
    return [...this.#changes.values()].some(({ appliedAtWall }) => appliedAtWall === undefined);
  }

  get order(): DeskOrder {
    const order = this.core.orders.get(this.#tag);
    if (!order) throw new Error('the order is not known');
    return order;
  }

  get atExchange(): ModelOrder {
    const order = this.broker.orders.find(({ tag }) => tag === this.#tag);
    if (!order) throw new Error('the order is not there');
    return order;
  }

  /** As screens and limits read it. */
  get shown(): Partial<OrderShape> {
    const row = this.rows.unsettled(this.moment().today).find(({ tag }) => tag === this.#tag);
    return { quantity: row?.quantity ?? 0, pricePaise: row?.price_paise ?? 0 };
  }

  get told(): readonly string[] {
    return this.lines.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('did not change'));
  }

  change(quantity: number, pricePaise: number): void {
    this.#requests += 1n;
    this.#changes.set(this.#requests, { wants: { kind: 'limit', quantity, pricePaise }, appliedAtWall: undefined });
    this.#take();
  }

  override restart(): void {
    super.restart();
    const past = [...this.#changes].flatMap(([id, { wants, appliedAtWall }]) =>
      appliedAtWall === undefined || appliedAtWall < this.wall - RECALLED_MS
        ? []
        : [{ id, broker_order_id: this.order.rowId, body: wants }],
    );
    recallChanges([this.order], past, this.wall);
    this.#take();
  }

  #applied(id: bigint, wall: number | undefined): void {
    const change = this.#changes.get(id);
    if (change) change.appliedAtWall = wall;
  }

  #take(): void {
    const { order } = this;
    for (const [id, { wants, appliedAtWall }] of this.#changes) {
      if (appliedAtWall !== undefined || isOver(order)) continue;
      takeRequest(order, { id, verb: 'modify', wants }, this.wall);
    }
  }
}

const wait = fc.constantFrom(10, 50, 200, 700, 1_500, 6_000);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ms: wait, restarts: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      quantity: fc.integer({ min: 5, max: 15 }),
      // The lower ones the exchange does not take.
      pricePaise: fc.integer({ min: 592_00 / 50, max: 599_00 / 50 }).map((steps) => steps * 50),
    }),
  },
);

test('an order never shows terms that the exchange does not have, and a change that it refuses is told once', () => {
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 30 }),
      fc.record({ isMuted: fc.boolean(), copies: fc.constantFrom(0, 2), jitterMs: fc.constantFrom(0, 100) }),
      (acts, socket) => {
        const world = new ChangeWorld();
        Object.assign(world.broker.socket, socket);
        let refused = 0;
        const check = (): void => {
          const had = world.isAsked ? [world.atExchange.shape, before] : [world.atExchange.shape];
          expect(had.map(({ quantity, pricePaise }) => ({ quantity, pricePaise }))).toContainEqual(world.shown);
        };
        let before = world.atExchange.shape;
        world.check = check;
        for (const each of acts) {
          if ('ms' in each) {
            if (each.restarts) world.restart();
            world.run(each.ms);
          } else if (!world.isAsked) {
            before = world.atExchange.shape;
            if (each.pricePaise < BAND.lowerPaise) refused += 1;
            world.change(each.quantity, each.pricePaise);
          }
        }
        world.run(20_000);
        expect(world.isAsked).toBe(false);
        expect(world.told).toHaveLength(refused);
        expect(world.order.inForce).toBeUndefined();
      },
    ),
    { numRuns: scaledCount('changes of orders by hand', 20) },
  );
});

test('an order that is changed before it could leave leaves as its owner wants it', () => {
  const world = new HandWorld({ sides: ['buy'] });
  world.hasSession = false;
  const order = world.own('buy', 10, 600_00);
  world.run(1_000);
  takeRequest(order, { id: 1n, verb: 'modify', wants: { kind: 'limit', quantity: 8, pricePaise: 600_50 } }, world.wall);
  takeRequest(order, { id: 2n, verb: 'modify', wants: { kind: 'limit', quantity: 3, pricePaise: 600_00 } }, world.wall);
  world.run(1_000);
  world.hasSession = true;
  world.run(3_000);
  expect(world.broker.orders).toMatchObject([{ filled: 3, shape: { quantity: 3, pricePaise: 600_00 } }]);
  expect(order).toMatchObject({ requests: [], wanted: undefined, progress: { state: 'filled', filledQuantity: 3 } });
  expect(world.lines.map(({ sentence }) => sentence)).toEqual(['Your order to buy 3 SBIN is filled at ₹600.00.']);
});

test('an order that is filled before it grew is filled, and not cancelled', () => {
  for (const isMuted of [true, false]) {
    const world = new ChangeWorld();
    // The socket is heard first.
    world.core.needsBook = () => isMuted;
    world.change(12, 594_00);
    for (let ms = 0; ms < 500 && !world.order.inForce; ms += 10) world.run(10);
    expect(world.order.inForce).toMatchObject({ quantity: 10 });
    world.broker.socket.isMuted = isMuted;
    world.lastPaise = 598_00;
    world.run(5_000);
    expect(world.order.progress).toMatchObject({ state: 'filled', filledQuantity: 10 });
    expect(world.lines.map(({ sentence }) => sentence)).toEqual(['Your order to buy 10 SBIN is filled at ₹598.00.']);
    expect(world.shown).toEqual({ quantity: 10, pricePaise: 598_00 });
    expect(world.isAsked).toBe(false);
  }
});

test.each(
  [0, 30, 400].flatMap((exchangeMs) =>
    [-100, -10, 0, 20, 40, 45, 50, 55].flatMap((ms) =>
      [false, true].map((isMuted) => [ms, exchangeMs, isMuted] as const),
    ),
  ),
)(
  'an order of which more is filled than its owner now wants trades no more: made smaller %d ms before, %d ms on its way, the socket is silent: %s',
  (ms, exchangeMs, isMuted) => {
    const world = new ChangeWorld();
    world.broker.socket.isMuted = isMuted;
    world.broker.exchangeMs = exchangeMs;
    const fill = (units: number): void => {
      world.depth = units;
      world.lastPaise = 598_00;
      world.run(10);
      world.depth = 0;
    };
    if (ms < 0) fill(6);
    world.run(Math.abs(ms));
    world.change(5, 598_00);
    if (ms >= 0) {
      world.run(ms);
      fill(6);
    }
    world.run(10_000);
    fill(100);
    world.run(3_000);
    expect(world.atExchange.filled).toBeLessThanOrEqual(6);
    expect([isOver(world.order), world.isAsked]).toEqual([true, false]);
  },
);

test.each(WRITE_FAULTS)(
  'a change is carried out in the end though the one before it was answered badly: %s',
  (fault) => {
    const world = new ChangeWorld();
    world.faults = [fault];
    world.change(11, 597_00);
    for (let ms = 0; ms < 500 && !world.order.asking; ms += 10) world.run(10);
    world.change(12, 596_00);
    world.run(60_000);
    expect(world.isAsked).toBe(false);
    expect(world.atExchange.shape).toMatchObject(world.shown);
    expect(world.told).toHaveLength(fault === 'refused' ? 1 : 0);
    expect(world.shown).toEqual({ quantity: 12, pricePaise: 596_00 });
  },
);

test('a change that a desk which is gone had asked for comes late, and what was asked for since is in force in the end', () => {
  const world = new ChangeWorld();
  world.faults = ['late'];
  world.change(11, 597_00);
  for (let ms = 0; ms < 500 && !world.order.asking; ms += 10) world.run(10);
  world.restart();
  for (let ms = 0; ms < 5_000 && world.isAsked; ms += 10) world.run(10);
  expect(world.atExchange.shape).toMatchObject({ quantity: 11, pricePaise: 597_00 });
  world.change(12, 596_00);
  world.run(60_000);
  expect(world.atExchange.shape).toMatchObject({ quantity: 12, pricePaise: 596_00 });
  expect(world.shown).toEqual({ quantity: 12, pricePaise: 596_00 });
});

test.each([true, false])(
  'so it is where the desk dies after it had given the change before up (the socket is silent: %s)',
  (isMuted) => {
    for (const diesAt of ['once it is made', 'once it is overtaken']) {
      const world = new ChangeWorld();
      world.broker.socket.isMuted = isMuted;
      world.faults = ['late'];
      world.change(11, 597_00);
      world.run(3_000);
      world.change(12, 596_00);
      for (let ms = 0; ms < 2_500 && world.isAsked; ms += 10) world.run(10);
      expect(world.isAsked).toBe(false);
      if (diesAt === 'once it is overtaken') {
        for (let ms = 0; ms < 10_000 && world.shown.quantity === 12; ms += 10) world.run(10);
        expect(world.shown).toEqual({ quantity: 11, pricePaise: 597_00 });
      }
      world.restart();
      world.run(20_000);
      expect(world.atExchange.shape).toMatchObject({ quantity: 12, pricePaise: 596_00 });
      expect(world.shown).toEqual({ quantity: 12, pricePaise: 596_00 });
      expect(world.isAsked).toBe(false);
      expect(world.told).toEqual([]);
    }
  },
);

test('so is what an order was before, asked for after a change that was given up and comes late', () => {
  const world = new ChangeWorld();
  world.faults = ['slow'];
  world.change(8, 595_00);
  world.run(500);
  // As it still stands: nothing is sent for it.
  world.change(10, 598_00);
  world.run(20_000);
  expect(world.isAsked).toBe(false);
  expect(world.atExchange.shape).toMatchObject({ quantity: 10, pricePaise: 598_00 });
  expect(world.shown).toEqual({ quantity: 10, pricePaise: 598_00 });
});

test('what was asked for last is in force in the end, whatever earlier change reaches the exchange after it was given up', () => {
  const change = fc.record({
    quantity: fc.integer({ min: 8, max: 15 }),
    pricePaise: fc.integer({ min: BAND.lowerPaise / 50, max: 599_00 / 50 }).map((steps) => steps * 50),
    fault: fc.constantFrom<WriteFault | 'none'>('slow', 'late', 'lost_before', 'lost_after', 'failed_after', 'none'),
    ms: fc.constantFrom(10, 500, 1_500, 3_000, 8_000),
    restarts: fc.boolean(),
  });
  const anyChanges = fc.array(change, { minLength: 2, maxLength: 6 });
  let overtaken = 0;
  fc.assert(
    fc.property(anyChanges, fc.boolean(), (changes, isMuted) => {
      const world = new ChangeWorld();
      world.broker.socket.isMuted = isMuted;
      for (const { quantity, pricePaise, fault, ms, restarts } of changes) {
        world.faults.push(fault);
        world.change(quantity, pricePaise);
        world.run(ms);
        if (restarts) world.restart();
      }
      world.run(20_000);
      expect(world.isAsked).toBe(false);
      const { quantity, pricePaise } = changes.at(-1) ?? { quantity: 0, pricePaise: 0 };
      expect(world.atExchange.shape).toMatchObject({ quantity, pricePaise });
      expect(world.shown).toEqual({ quantity, pricePaise });
      expect(world.told).toEqual([]);
      overtaken += world.broker.late.size;
    }),
    chosenThenRandom([anyChanges, fc.boolean()], { chosen: 10, random: scaledCount('changes that come late', 20) }),
  );
  expect(overtaken).toBeGreaterThan(0);
});
