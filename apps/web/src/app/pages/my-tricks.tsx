import { MyTricksPage } from '../../features/deployments/my-tricks-page.tsx';
import { ProfitSection } from '../../features/profit/profit-section.tsx';

/** My tricks of one mode, with what they have made day by day. */
export function MyTricks() {
  return <MyTricksPage profitOf={(filter) => <ProfitSection {...filter} />} />;
}
