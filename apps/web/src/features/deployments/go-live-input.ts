import type { InputOfCall, OutputOfCall } from '../../lib/wire.ts';

/**
 * What taking a trick live sends: the account that was shown, and which contract was read, so that nobody agrees to
 * another one than stood on the screen.
 *
 * @param check what the panel shows
 */
export function goLiveInput(
  { TricksId, brokerId, contractHash }: Pick<OutputOfCall<'golivecheck'>, 'TricksId' | 'brokerId' | 'contractHash'>,
  idempotencyKey: string,
): InputOfCall<'testtolivetrick'> {
  return {
    TricksId,
    acknowledgeRisk: true,
    contractHash,
    idempotencyKey,
    ...(brokerId === undefined ? {} : { brokerId }),
  };
}
