export { teamHandlers } from './calls.ts';
export { createTeamService, type TeamService } from './service.ts';
