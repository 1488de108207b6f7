import { MyTrickPage } from '../../features/deployments/my-trick-page.tsx';
import { ParitySection } from '../../features/parity/parity-section.tsx';
import { ReadinessLine } from '../../features/readiness/readiness-line.tsx';

/** A trick's page, with what the readiness board says of it and how its days compare with their back-tests. */
export function MyTrick() {
  return (
    <MyTrickPage
      readinessOf={(trickId) => <ReadinessLine trickId={trickId} />}
      parityOf={({ TricksId, parity }) => <ParitySection trickId={TricksId} recent={parity} />}
    />
  );
}
