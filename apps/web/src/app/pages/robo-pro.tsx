import { PlanKind } from '../../features/billing/plan-kind.tsx';
import { RoboPage } from '../../features/robo/robo-page.tsx';

/** ROBO Pro, with its plans where they are bought. Who sees them has none: nothing of theirs is extended. */
export function RoboPro() {
  return (
    <RoboPage
      buy={({ plans, sandbox }) => <PlanKind kind="robo_pro" plans={plans} running={undefined} sandbox={sandbox} />}
    />
  );
}
