import { expect, test } from 'vitest';
import { SendLanes } from './send-lanes.ts';

interface Step {
  readonly name: string;
  readonly end: (error?: Error) => void;
  readonly work: () => Promise<void>;
}

/** Work that ends when the test says so. */
function stepsInto(log: string[]) {
  return (name: string): Step => {
    let settle: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
    const ended = new Promise<void>((resolve, reject) => {
      settle = [resolve, reject];
    });
    const work = (): Promise<void> => {
      log.push(name);
      return ended;
    };
    return { name, work, end: (error) => (error ? settle[1](error) : settle[0]()) };
  };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

test('orders of one account leave one after another, those of another account beside them', async () => {
  const log: string[] = [];
  const step = stepsInto(log);
  const lanes = new SendLanes();
  const [first, second, other] = [step('a1'), step('a2'), step('b1')];
  const sent = [lanes.send(1, first.work), lanes.send(1, second.work), lanes.send(2, other.work)];
  await turns();
  expect(log).toEqual(['a1', 'b1']);
  first.end();
  await turns();
  expect(log).toEqual(['a1', 'b1', 'a2']);
  second.end();
  other.end();
  await Promise.all(sent);
});

test('an order that cannot be stored does not hold up the next of its account', async () => {
  const log: string[] = [];
  const step = stepsInto(log);
  const lanes = new SendLanes();
  const [first, second] = [step('a1'), step('a2')];
  const failed = lanes.send(1, first.work);
  const sent = lanes.send(1, second.work);
  first.end(new Error('the database is away'));
  await expect(failed).rejects.toThrow('the database is away');
  second.end();
  await sent;
  expect(log).toEqual(['a1', 'a2']);
});

test('what can wait waits until no order is about to leave, and then a few go at a time', async () => {
  const log: string[] = [];
  const step = stepsInto(log);
  const lanes = new SendLanes();
  const order = step('order');
  const sent = lanes.send(1, order.work);
  const later = ['l1', 'l2', 'l3', 'l4', 'l5'].map(step);
  const works = later.map(({ work }) => lanes.later(work));
  await turns();
  expect(log).toEqual(['order']);
  order.end();
  await sent;
  await turns();
  expect(log).toEqual(['order', 'l1', 'l2', 'l3']);
  later[1]?.end();
  await turns();
  expect(log).toEqual(['order', 'l1', 'l2', 'l3', 'l4']);
  for (const { end } of later) end();
  await Promise.all(works.map(({ done }) => done));
  expect(log).toHaveLength(6);
});

test('what somebody needs now does not wait for orders, and is done once', async () => {
  const log: string[] = [];
  const step = stepsInto(log);
  const lanes = new SendLanes();
  const [order, later] = [step('order'), step('later')];
  const sent = lanes.send(1, order.work);
  const work = lanes.later(later.work);
  work.hurry();
  work.hurry();
  await turns();
  expect(log).toEqual(['order', 'later']);
  later.end();
  await work.done;
  order.end();
  await sent;
  await turns();
  expect(log).toEqual(['order', 'later']);
});
