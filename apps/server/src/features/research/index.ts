export { researchCaseHandlers, researchHandlers } from './calls.ts';
export { createResearchDesk, type ResearchDesk } from './desk.ts';
export { lookAtCalls } from './follow-market.ts';
export { createResearchService, type ResearchService } from './service.ts';
