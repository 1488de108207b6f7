import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberStream } from './number-stream.ts';

test('groups of any size are read as they were written, however often', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 40 }), (sizes) => {
      const stream = new NumberStream();
      sizes.forEach((size, group) => {
        const at = stream.take(size);
        stream.numbers[at] = size;
        stream.numbers[at + size - 1] = size === 1 ? 1 : group;
      });
      for (let time = 0; time < 2; time += 1) {
        const read: number[] = [];
        stream.each((numbers, at) => {
          const size = numbers[at] ?? 0;
          if (size > 1) expect(numbers[at + size - 1]).toBe(read.length);
          read.push(size);
          return at + size;
        });
        expect(read).toEqual(sizes);
      }
    }),
  );
});
