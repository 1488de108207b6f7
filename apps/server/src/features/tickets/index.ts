export { ticketHandlers } from './calls.ts';
export { createTicketDesk, type TicketDesk } from './desk.ts';
export { createTicketsService, type TicketsService } from './service.ts';
