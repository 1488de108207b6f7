import { StorySection } from '../../features/orders/story-section.tsx';
import type { TellStory } from '../../features/tickets/asked-section.tsx';
import { OpsTicketPage } from '../../features/tickets/ops-ticket-page.tsx';
import { TicketPage } from '../../features/tickets/ticket-page.tsx';

/** An order's story as the page of the order tells it. */
const tell: TellStory = (timeline) => <StorySection timeline={timeline} />;

/** A ticket, with the story of what it asks about. */
export function Ticket() {
  return <TicketPage tell={tell} />;
}

/** The same for those who answer. */
export function OpsTicket() {
  return <OpsTicketPage tell={tell} />;
}
