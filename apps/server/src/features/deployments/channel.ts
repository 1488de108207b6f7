/** Says that a deployment was started, stopped or sold: its runner looks at the database. */
export const DEPLOYMENTS_CHANNEL = 'deployments';
/** Says that something outside its desk changed for a broker account (its link's id): own orders, limits, switches. */
export const BROKER_ACCOUNTS_CHANNEL = 'broker_accounts';
