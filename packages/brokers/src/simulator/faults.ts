import { z } from 'zod';

/** How one route, or every route (`*`), misbehaves. */
const zRouteFault = z.strictObject({
  /** Last part of the path: `getCandleData`, `quote`, `loginByPassword`, …; `*` is every one. */
  route: z.string().min(1),
  kind: z.enum(['slow', 'empty', 'waf', 'http', 'ab1004', 'null']),
  /** For `slow`: milliseconds before the answer. */
  ms: z.number().int().min(0).max(120_000).default(8_000),
  /** For `http`: the status. */
  status: z.number().int().min(400).max(599).default(500),
  /** `before`: nothing happens but the fault; `after`: the call takes effect and then its answer is spoilt. */
  when: z.enum(['before', 'after']).default('before'),
  /** After so many calls the fault is over; absent: until it is cleared. */
  times: z.number().int().min(1).optional(),
});
export type RouteFault = z.infer<typeof zRouteFault>;

/** Body of `POST /__sim/faults`. What is absent stays as it is. */
export const zFaultOrder = z.strictObject({
  /** First forgets every route fault and switches limits on again. */
  clear: z.literal(true).optional(),
  routes: z.array(zRouteFault).optional(),
  rateLimit: z.boolean().optional(),
  /** Accept a one-time code twice. */
  allowTotpReuse: z.boolean().optional(),
  expireTokens: z.enum(['access', 'all']).optional(),
  dropSockets: z.literal(true).optional(),
  /** Wall seconds in which sockets stay open and nothing but `pong` is sent. */
  muteFeedSeconds: z.number().min(0).max(86_400).optional(),
  /** Exchange seconds whose packets are lost. */
  gapSeconds: z.number().min(0).max(86_400).optional(),
});
export type FaultOrder = z.infer<typeof zFaultOrder>;

const zSettings = z.strictObject({
  routes: z.array(zRouteFault),
  rateLimit: z.boolean(),
  allowTotpReuse: z.boolean(),
});
export type FaultSettings = z.infer<typeof zSettings>;

const HEALTHY: FaultSettings = { routes: [], rateLimit: true, allowTotpReuse: false };

export interface Faults {
  readonly settings: () => FaultSettings;
  readonly apply: (order: FaultOrder) => void;
  /** The fault that hits this call, if one does; counts down those that are for a few calls only. */
  readonly take: (route: string, when: 'before' | 'after') => RouteFault | undefined;
  readonly toJson: () => string;
}

export function createFaults(stored: string | undefined, rateLimit: boolean): Faults {
  let settings: FaultSettings = stored === undefined ? { ...HEALTHY, rateLimit } : readStored(stored, rateLimit);
  return {
    settings: () => settings,
    apply: (order) => {
      const base = order.clear ? { ...HEALTHY, rateLimit } : settings;
      settings = {
        routes: order.routes ? [...base.routes, ...order.routes] : base.routes,
        rateLimit: order.rateLimit ?? base.rateLimit,
        allowTotpReuse: order.allowTotpReuse ?? base.allowTotpReuse,
      };
    },
    take: (route, when) => {
      const hit = settings.routes.find(
        (fault) => fault.when === when && (fault.route === '*' || fault.route === route),
      );
      if (hit?.times === undefined) return hit;
      const left = hit.times - 1;
      const routes = settings.routes.flatMap((fault) => {
        if (fault !== hit) return [fault];
        return left > 0 ? [{ ...fault, times: left }] : [];
      });
      settings = { ...settings, routes };
      return hit;
    },
    toJson: () => JSON.stringify(settings),
  };
}

/** Settings that an older release stored in another form are no reason not to start: the broker is healthy then. */
function readStored(stored: string, rateLimit: boolean): FaultSettings {
  const parsed = zSettings.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : { ...HEALTHY, rateLimit };
}
