import { expect, test } from 'vitest';
import { CLIENT, type Floor, openFloor } from './testing/floor.ts';

/** A disk that answers when it is told to. */
function slowDisk(): { readonly save: () => Promise<void>; readonly finish: (error?: Error) => Promise<void> } {
  let waiting: ((error?: Error) => void) | undefined;
  return {
    save: () =>
      new Promise((resolve, reject) => {
        waiting = (error) => (error ? reject(error) : resolve());
      }),
    finish: async (error) => {
      waiting?.(error);
      await breathe();
    },
  };
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('an order is answered and told of only when it is on disk', async () => {
  const disk = slowDisk();
  const floor = openFloor({ save: disk.save });
  let answered = false;
  const placing = floor.place({}).then(() => {
    answered = true;
  });
  await breathe();
  expect([answered, floor.updates, floor.rows()]).toEqual([false, [], []]);
  await disk.finish();
  await placing;
  expect(floor.updates.map((update) => update.code)).toEqual(['AB09', 'AB01']);
  expect(floor.rows().some((row) => row.kind === 'order')).toBe(true);
});

test('what could not be written is written and told of with the next change, and its caller is not told yes', async () => {
  const disk = slowDisk();
  const floor = openFloor({ save: disk.save });
  const failed = expect(floor.answer({ pricePaise: 99_00 })).rejects.toThrow('disk is full');
  await breathe();
  await disk.finish(new Error('disk is full'));
  await failed;
  expect([floor.updates, floor.rows()]).toEqual([[], []]);
  const second = floor.answer({ pricePaise: 98_00 });
  await breathe();
  await disk.finish();
  expect(await second).toMatchObject({ kind: 'accepted' });
  expect(ordersOnDisk(floor)).toBe(2);
  expect(floor.updates.map((update) => update.code)).toEqual(['AB09', 'AB01', 'AB09', 'AB01']);
});

test('orders that come while the disk is busy are written together, and nothing is written where nothing changed', async () => {
  let writes = 0;
  const floor = openFloor({
    save: async () => {
      writes += 1;
      await breathe();
    },
  });
  await Promise.all(Array.from({ length: 20 }, () => floor.answer({ pricePaise: 99_00, quantity: 1 })));
  expect(ordersOnDisk(floor)).toBe(20);
  expect(writes).toBe(2);
  await floor.desk.settled();
  await floor.tick(100_00);
  expect(writes).toBe(2);
  expect(floor.desk.orders(CLIENT)).toHaveLength(20);
});

test('only rows that changed are written', async () => {
  const written: string[][] = [];
  const floor = openFloor({
    save: async (changes) => {
      written.push(changes.map(({ kind, key }) => `${kind}/${key}`));
    },
  });
  await floor.place({ pricePaise: 99_00 });
  const second = await floor.place({ pricePaise: 98_00 });
  expect(written.at(-1)).toEqual(['day/day', `order/${second.uniqueOrderId}`]);
});

function ordersOnDisk(floor: Floor): number {
  return floor.rows().filter((row) => row.kind === 'order').length;
}
