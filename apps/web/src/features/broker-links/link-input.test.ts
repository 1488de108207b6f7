import { linkangelone } from '@trickdesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkInput, linkProblems } from './link-input.ts';

test('linking with nothing typed names all four fields at once', () => {
  expect(linkProblems({ clientCode: '', apiKey: '', pin: '', totp: '', daily: false, totpSecret: '' })).toEqual({
    clientCode: 'clientCodeWrong',
    apiKey: 'apiKeyWrong',
    pin: 'pinWrong',
    totp: 'totpWrong',
  });
});

test('a client code that is linked already is no other account, however it is written', () => {
  const typed = {
    clientCode: ' s100101 ',
    apiKey: 'sim-api-key',
    pin: '1234',
    totp: '123456',
    daily: false,
    totpSecret: '',
  };
  expect(linkProblems(typed, ['S100100', 'S100101'])).toEqual({ clientCode: 'clientCodeLinked' });
  expect(linkProblems(typed, ['S100100'])).toEqual({});
});

test('the form finds exactly the fields that the server would refuse', () => {
  const nearly = (...good: string[]) => fc.oneof(fc.constantFrom(...good), fc.string({ maxLength: 8 }));
  const anyValues = fc.record({
    clientCode: nearly('A123456', ' a123456 ', '1234', 'A12', 'A'.repeat(17)),
    apiKey: nearly('sim-api-key', ' aB3-xyz ', 'short', 'a'.repeat(65), 'with space'),
    pin: nearly('1234', ' 1234', '123', '12345', 'abcd'),
    totp: nearly('123456', ' 123456 ', '12345', '1234567'),
    daily: fc.boolean(),
    totpSecret: nearly('JBSWY3DPEHPK3PXP', ' jbswy3dpehpk3pxp ', 'SHORT', 'JBSWY3DPEHPK3PX1'),
  });
  fc.assert(
    fc.property(anyValues, (typed) => {
      const refused = linkangelone.input.safeParse(linkInput(typed)).error?.issues.map((issue) => issue.path[0]) ?? [];
      expect(Object.keys(linkProblems(typed)).toSorted()).toEqual([...new Set(refused)].toSorted());
    }),
    { numRuns: 500 },
  );
});
