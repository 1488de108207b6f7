import type { Accounts } from '../features/accounts/index.ts';
import { createPublicationDesk, createPublicationsService } from '../features/publications/index.ts';
import type { CalledParts } from './bound-calls.ts';
import type { Foundation } from './foundation.ts';
import { livePartsOf } from './live-parts.ts';

/** Tricks of people for the catalogue: who submits them, and who decides. */
export function openPublications(
  { database, clock, settings }: Foundation,
  { secondFactor }: Pick<Accounts, 'secondFactor'>,
): Pick<CalledParts, 'publications' | 'publicationDesk'> {
  const { disasterStopPercent } = livePartsOf(settings);
  return {
    publications: createPublicationsService({ database, clock }),
    publicationDesk: createPublicationDesk({ database, clock, secondFactor, disasterStopPercent }),
  };
}
