export { publicationHandlers, trickCaseHandlers } from './calls.ts';
export { createPublicationDesk, type PublicationDesk } from './desk.ts';
export { createPublicationsService, type PublicationsService } from './service.ts';
