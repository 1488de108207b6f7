import { expect, test } from 'vitest';
import { goLiveInput } from './go-live-input.ts';

const contractHash = 'a'.repeat(64);

test('the panel sends which contract it has shown, and for which account', () => {
  expect(goLiveInput({ TricksId: 7, brokerId: 3, contractHash }, 'key-1')).toEqual({
    TricksId: 7,
    acknowledgeRisk: true,
    contractHash,
    idempotencyKey: 'key-1',
    brokerId: 3,
  });
  expect(goLiveInput({ TricksId: 7, contractHash }, 'key-1')).not.toHaveProperty('brokerId');
});
