import type { Address } from '../../e2e/src/visited-pages.ts';
import type { CallName } from '../../packages/contract/src/index.ts';

/** The calls that the product was asked for, in the groups of section 7 of its specification. */
export const PRODUCT_CALLS = {
  'Profile and KYC': [
    ...['myprofile', 'updatepersonaldetails', 'updatebankdetails', 'updatekycdetails', 'updateprofilepassword'],
    ...['sendAdharOTP', 'validateAdharOTP', 'verifyPan'],
  ],
  'Home and strategies': [
    ...['home', 'headerdata', 'gettopten', 'hometrickers', 'mytrick', 'myTrickCalculation', 'mytrickprofit'],
    ...['trickdetails', 'trickerdetails', 'toptenclone', 'starttrick', 'stoptrick', 'sellTrick', 'testtolivetrick'],
    ...['setSetting', 'enableDisableTrickBase', 'modifySLTrick'],
  ],
  'Back-test and broker': [
    ...['setAndStartBacktest', 'getUserBacktest', 'getBacktestPlans', 'linkangelone', 'getangelone'],
    ...['roboProPlans', 'saveRoboProQuestionnaire'],
  ],
  Baskets: [
    ...['getMyBaskets', 'listBasket', 'detailsBasket', 'addBasket', 'previewBasketFetch', 'rebalanceFetchbasket'],
    ...['closeBasket', 'openBasket', 'fetchListHoldings', 'fetchSetSipStatus'],
  ],
  'Positions and trades': [
    ...['my-openposition', 'getRaTradeList', 'getPortfolioTrcikList', 'tradehistory', 'backtestTradeHistory'],
    ...['orderhistory'],
  ],
  Wallet: ['mywallet', 'mywallethistory', 'mywallethistoryTransferBank', 'withdrawalPayment'],
  Subscription: ['mysubscription', 'myTransactions', 'tradeactivation'],
  Team: ['getMyTeam', 'directreferrallist', 'myRewardhistory'],
  'Support and alerts': [
    ...['ticketlist', 'addticket', 'userlog', 'userlogTrade'],
    ...['usernotificationcount', 'usernotificationlist', 'usernotificationread'],
  ],
  Authentication: ['login', 'register', 'refresh-token', 'logout'],
} as const satisfies Readonly<Record<string, readonly CallName[]>>;

/** The screens of section 2, each with the addresses that it has. */
export const PRODUCT_SCREENS = {
  'Home: header details and a top-ten list': ['/'],
  'Home strategy list': ['/tricks'],
  'My strategies, live or test': ['/my-tricks'],
  'Strategy detail': ['/tricks/$TricksId', '/my-tricks/$TricksId'],
  'My strategy profit, with its chart': ['/my-tricks'],
  'Trade history: live, test, back-test': ['/trades', '/backtests/$BacktestId'],
  'Order history': ['/orders'],
  'Open positions': ['/positions'],
  'RA strategy trades': ['/research'],
  'Portfolio strategies': ['/portfolios'],
  'Back-test': ['/backtests', '/backtests/new'],
  'Baskets: list, details, preview, open': ['/baskets', '/baskets/$basketId'],
  'Baskets: rebalance, close, SIP status': ['/my-baskets/$myBasketId'],
  'Baskets: holdings': ['/holdings'],
  'Profile: personal': ['/profile/personal'],
  'Profile: bank': ['/profile/bank'],
  'Profile: KYC': ['/profile/kyc'],
  'Profile: password': ['/profile/security'],
  'Wallet and wallet history': ['/wallet'],
  Withdrawal: ['/wallet', '/wallet/bank'],
  'Subscription and transactions': ['/subscription', '/subscription/transactions'],
  'Back-test plans': ['/backtests/plans'],
  'Trade activation': ['/activate'],
  'My team and direct referrals': ['/team', '/team/direct'],
  'Reward history': ['/team/rewards'],
  'Raise ticket': ['/tickets', '/tickets/new', '/tickets/$ticketId'],
  Logs: ['/logs'],
  'Trade logs': ['/logs/trades'],
  'Alert notifications': ['/alerts'],
  'Login and register': ['/login', '/register'],
} as const satisfies Readonly<Record<string, readonly Address[]>>;
