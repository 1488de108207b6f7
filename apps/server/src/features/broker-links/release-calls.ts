import type { saleReleaseCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { SaleReleases } from './sale-releases.ts';

export const saleReleaseHandlers = (releases: SaleReleases): Handlers<typeof saleReleaseCalls> => ({
  saleauthorisation: (caller, input) => releases.read(caller.accountId, input),
  authorisesale: (caller, input) => releases.begin(caller, input),
});
